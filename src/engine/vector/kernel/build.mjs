/**
 * Compiles the modules of `assembly` and writes them as base64 into `kernel.generated.ts`. With `--check` it writes
 * nothing, and fails if the committed file isn't up to date. Usage: `node src/engine/vector/kernel/build.mjs
 * [--check]`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const SOURCE = new URL('./assembly/', import.meta.url);
const GENERATED = new URL('./kernel.generated.ts', import.meta.url);

export async function generateKernel() {
  let binary = null;
  const { error, stderr } = await asc.main(
    [
      'index.ts',
      '--outFile',
      'kernel.wasm',
      '-O3',
      '--shrinkLevel',
      '1',
      '--noAssert',
      '--runtime',
      'stub',
      '--enable',
      'simd',
      '--enable',
      'bulk-memory',
      '--use',
      'abort=',
    ],
    {
      // The compiler tries a module at several paths. Null makes it try the next one.
      readFile: (name) => readFile(new URL(name, SOURCE), 'utf8').catch(() => null),
      writeFile: (_name, contents) => {
        binary = contents;
      },
      listFiles: () => [],
    },
  );
  if (error || binary === null) throw new Error(`The kernel does not compile:\n${stderr.toString()}`, { cause: error });
  const base64 = Buffer.from(binary).toString('base64');
  return `/** Generated from assembly by build.mjs; do not edit. ${binary.length} bytes of WebAssembly. */
export const KERNEL_WASM_BASE64 =
  '${base64}';
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = await generateKernel();
  if (!process.argv.includes('--check')) {
    await writeFile(GENERATED, text);
  } else if (text !== (await readFile(GENERATED, 'utf8'))) {
    throw new Error('kernel.generated.ts is stale: run node src/engine/vector/kernel/build.mjs');
  }
}
