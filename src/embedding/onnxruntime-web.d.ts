/** The package has no types for the glue of its builds. */
declare module 'onnxruntime-web/ort-wasm-simd-threaded.mjs' {
  export default function factory(config: object): Promise<object>;
}

declare module 'onnxruntime-web/ort-wasm-simd-threaded.jspi.mjs' {
  export { default } from 'onnxruntime-web/ort-wasm-simd-threaded.mjs';
}
