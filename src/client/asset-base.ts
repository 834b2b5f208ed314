/** Where models and the ONNX Runtime lie: beside the built module, or at the root of the development server. */
export function assetBase(): string {
  const here: string = import.meta.url;
  return import.meta.env.DEV ? new URL('/', here).href : new URL('.', here).href;
}
