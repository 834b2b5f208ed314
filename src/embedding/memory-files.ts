import { env } from '@huggingface/transformers';
import type { VerifiedFiles } from './load.ts';

/** For local files, transformers.js accepts only a path, not a URL. Nothing is fetched from this one. */
const VIRTUAL_FOLDER = '/verified/';
const WEIGHTS = /\.onnx/;

/** The settings of transformers.js are global, so loads wait for each other. */
let turn: Promise<unknown> = Promise.resolve();

export function fromMemory<Result>(
  id: string,
  files: VerifiedFiles,
  create: () => Promise<Result>,
  onBlocking: () => void = () => {},
): Promise<Result> {
  const result = turn.then(() => withFiles(id, files, create, onBlocking));
  turn = result.catch(() => undefined);
  return result;
}

async function withFiles<Result>(
  id: string,
  { each }: VerifiedFiles,
  create: () => Promise<Result>,
  onBlocking: () => void,
): Promise<Result> {
  const folder = `${VIRTUAL_FOLDER}${id}/`;
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.localModelPath = VIRTUAL_FOLDER;
  env.useBrowserCache = false;
  env.useWasmCache = false;
  env.fetch = async (input) => {
    const url = String(input);
    const file = url.startsWith(folder) ? each.get(url.slice(folder.length)) : undefined;
    if (!file) return new Response(null, { status: 404 });
    const { bytes } = await file;
    if (WEIGHTS.test(url)) onBlocking();
    return memoryResponse(bytes);
  };
  try {
    return await create();
  } finally {
    // transformers.js keeps a reference to `env`, which must not keep our copy of the model alive.
    env.fetch = async () => new Response(null, { status: 404 });
  }
}

/** A real Response would copy the model again. */
function memoryResponse(bytes: Uint8Array<ArrayBuffer>) {
  return {
    ok: true,
    status: 200,
    headers: new Headers({ 'content-length': String(bytes.length) }),
    arrayBuffer: async () => bytes.buffer,
  };
}
