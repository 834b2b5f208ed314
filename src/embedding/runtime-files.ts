/** Loads the WebAssembly of ONNX Runtime from the app's host. A test compares the table with the installed package. */
import { type FileTable, type LoadOptions, loadVerifiedFiles } from './load.ts';

/** The plain build has no WebGPU. It's half the size of the builds that would be loaded by default, and faster. */
export const PLAIN_RUNTIME = 'ort-wasm-simd-threaded';
/** WebGPU needs the build with JavaScript promise integration. */
export const WEBGPU_RUNTIME = 'ort-wasm-simd-threaded.jspi';

export const RUNTIME_FILES: { readonly [build: string]: FileTable } = {
  [PLAIN_RUNTIME]: {
    'ort-wasm-simd-threaded.wasm': {
      bytes: 14_264_838,
      sha256: '06ba057753da3847e4c24f02d91ab133455b0817c69a44993a9a53a2146df9e3',
    },
  },
  [WEBGPU_RUNTIME]: {
    'ort-wasm-simd-threaded.jspi.wasm': {
      bytes: 16811691,
      sha256: '173146c55eb8c7e01f8be3f7b7376fbde14118d91607583ab7caf4feac98e59c',
    },
  },
};

export const wasmUrl = (base: string, build: string): string => `${base}${build}.wasm`;

export interface VerifiedRuntime {
  /** Answers the runtime's own request for its WebAssembly. */
  answer(): Response;
}

/** Passes on the verified response, not its bytes, because the browser caches compiled code by the response's URL. */
export async function loadRuntime(
  base: string,
  build: string,
  options: Pick<LoadOptions, 'fetch' | 'onBytes'>,
): Promise<VerifiedRuntime> {
  const wasm = wasmUrl(base, build);
  let kept: Response | undefined;
  const files = loadVerifiedFiles({
    ...options,
    files: RUNTIME_FILES[build] ?? {},
    cache: null,
    locate: (path) => base + path,
    async fetch(input, init) {
      const response = await options.fetch(input, init);
      if (input === wasm) {
        void kept?.body?.cancel();
        // After a dropped connection, the response has only the rest, which can't be compiled alone.
        kept = response.status === 200 ? response.clone() : undefined;
      }
      return response;
    },
  });
  const bytes = (await files.all).get(`${build}.wasm`)!.bytes;
  return {
    answer() {
      const first = kept;
      kept = undefined;
      if (first && isWasm(first)) return first;
      void first?.body?.cancel();
      // For hosts that send another content type, and for the runtime's second try if streaming compilation fails.
      return new Response(bytes, { headers: { 'content-type': WASM_TYPE } });
    },
  };
}

const WASM_TYPE = 'application/wasm';
const isWasm = (response: Response): boolean => response.headers.get('content-type') === WASM_TYPE;

export function runtimeBytes(build: string): number {
  return Object.values(RUNTIME_FILES[build] ?? {}).reduce((sum, { bytes }) => sum + bytes, 0);
}
