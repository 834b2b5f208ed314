declare module 'mammoth/mammoth.browser.js' {
  interface Image {
    contentType: string;
    altText?: string;
    readAsArrayBuffer(): Promise<ArrayBuffer>;
  }
  const mammoth: {
    convertToHtml(input: { arrayBuffer: ArrayBuffer }, options: { convertImage: unknown }): Promise<{ value: string }>;
    images: { imgElement(convert: (image: Image) => Promise<{ src: string }>): unknown };
  };
  export default mammoth;
}
