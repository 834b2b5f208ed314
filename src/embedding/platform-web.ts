/**
 * The browser: verified files from the app's own folders (or, on consent, a pinned revision of a hub), ONNX Runtime in
 * WebAssembly. Runs in the embedding worker; the runtime is initialised once a worker, so another build or thread count
 * needs a new one. WebGPU is here, but off unless asked for (`device-choice.ts`).
 */
import { env } from '@huggingface/transformers';
import { HybridSearchError } from '../core/errors.ts';
import { WEIGHTS_FILE } from '../core/options/model-profiles.ts';
import type { ModelProfile } from '../protocol/embedder-api.ts';
import { type FileCache, openFileCache } from './file-cache.ts';
import { type FileTable, loadVerifiedFiles, type VerifiedFiles } from './load.ts';
import type { BytesListener, Platform } from './platform.ts';
import { loadRuntime, PLAIN_RUNTIME, runtimeBytes, WEBGPU_RUNTIME, wasmUrl } from './runtime-files.ts';
import { startRuntime } from './runtime-start.ts';
import { openEncoder, openPairModel } from './session.ts';
import { checkWebAssembly } from './web-assembly.ts';

export interface WebPlatformOptions {
  /** Absolute URLs with trailing slash. */
  modelBase: string;
  runtimeBase: string;
  /** Explicit consent to fetch models from a hub, at a commit that cannot change (V1). */
  remote?: { host: string; revision: string } | null;
  /** Wanted; more than one only where the page is cross-origin isolated, at most two. Default 1. */
  threads?: number;
  /** Default `wasm`. */
  device?: 'wasm' | 'webgpu';
  /** Absolute URL of the running script, whose default export is `runtimeFactory`; default the worker's own. */
  script?: string;
  /** For tests: default Cache Storage. */
  cache?: FileCache | null;
  fetch?: typeof globalThis.fetch;
}

/** Two threads gain 1.7–1.9× on long runs and lose a little on queries; more gain nothing for such small models. */
const MAX_THREADS = 2;
/** The library takes only a path, never a URL, for a local file; nothing is ever fetched from it. */
const VIRTUAL_FOLDER = '/verified/';
const WEIGHTS = /\.onnx/;
const COMMIT = /^[0-9a-f]{40}$/;

/** The library's settings are global: loads wait for one another. */
let turn: Promise<unknown> = Promise.resolve();

export function webPlatform(options: WebPlatformOptions): Platform {
  const { modelBase, runtimeBase, remote = null, device = 'wasm' } = options;
  const fetchFile = options.fetch ?? globalThis.fetch.bind(globalThis);
  // On a GPU the processor only waits; and threads run this script, in which the plain build would start.
  const most = globalThis.crossOriginIsolated && device === 'wasm' ? MAX_THREADS : 1;
  const threads = Math.max(1, Math.min(most, options.threads ?? 1));
  const build = device === 'webgpu' ? WEBGPU_RUNTIME : PLAIN_RUNTIME;
  if (remote && !COMMIT.test(remote.revision)) {
    throw new HybridSearchError('invalid-option', 'a hub needs a full commit id', { path: 'remote.revision' });
  }

  const openCache = async (): Promise<FileCache | null> => {
    if (options.cache !== undefined) return options.cache;
    // Files of an extension are on the disk already.
    return remote || modelBase.startsWith('http') ? openFileCache() : null;
  };

  const locate = (id: string, path: string): string =>
    remote ? `${remote.host.replace(/\/$/, '')}/${id}/resolve/${remote.revision}/${path}` : `${modelBase}${id}/${path}`;

  /** Up once a worker; while it starts, the model's files are read. */
  let runtime: Promise<void> | null = null;
  const runtimeStarted = (onBytes: (bytes: number) => void): Promise<void> => {
    const settings = { wasm: wasmUrl(runtimeBase, build), threads, script: options.script };
    runtime ??= loadRuntime(runtimeBase, build, { fetch: fetchFile, onBytes })
      .then((verified) => startRuntime(build, verified, settings))
      .catch((error: unknown) => {
        runtime = null;
        throw error;
      });
    return runtime;
  };

  const open = async <Session>(
    id: string,
    files: FileTable,
    create: (id: string, runtime: Promise<void>) => Promise<Session>,
    { onBytes = () => {}, onBlocking = () => {} }: { onBytes?: BytesListener; onBlocking?: () => void },
  ): Promise<Session> => {
    checkWebAssembly();
    const cache = await openCache();
    let fromFiles = 0;
    let fetchedFiles = 0;
    let fromRuntime = 0;
    const load = (): VerifiedFiles =>
      loadVerifiedFiles({
        files,
        cache,
        fetch: fetchFile,
        locate: (path) => locate(id, path),
        onBytes: (bytes, fetched) => {
          fromFiles = bytes;
          fetchedFiles = fetched;
          onBytes(fromFiles + fromRuntime, fetchedFiles);
        },
      });
    const started = runtimeStarted((bytes) => {
      fromRuntime = bytes;
      onBytes(fromFiles + fromRuntime, fetchedFiles);
    });
    const opened = async (verified: VerifiedFiles): Promise<Session> => {
      const session = fromMemory(id, verified, () => create(id, started), onBlocking);
      // What the library makes of a file that did not come is not told.
      session.catch(() => {});
      await Promise.all([verified.all, started]);
      return await session;
    };
    const first = load();
    try {
      return await opened(first);
    } catch (error) {
      const loaded = await first.all;
      await started;
      const kept = Object.entries(files).filter(([path]) => loaded.get(path)?.fromCache);
      if (kept.length === 0) throw error;
      // Our copy was good when it was kept; a disk may have spoilt it since.
      for (const [, entry] of kept) await cache?.evict(entry);
      return await opened(load());
    }
  };

  /** Lets the library read the files as they come, and nothing else, under its own names. */
  const fromMemory = <Result>(
    id: string,
    files: VerifiedFiles,
    create: () => Promise<Result>,
    onBlocking: () => void,
  ): Promise<Result> => {
    const result = turn.then(() => withFiles(id, files, create, onBlocking));
    turn = result.catch(() => undefined);
    return result;
  };

  const withFiles = async <Result>(
    id: string,
    { each }: VerifiedFiles,
    create: () => Promise<Result>,
    onBlocking: () => void,
  ): Promise<Result> => {
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
      // The library keeps `env`: our copy of the model must not stay alive with it.
      env.fetch = async () => new Response(null, { status: 404 });
    }
  };

  return {
    device,
    threads,
    runtimeBytes: runtimeBytes(build),
    openEncoder: (profile: ModelProfile, onBytes, onBlocking) =>
      open(
        profile.id,
        profile.files,
        (id, runtime) => openEncoder(id, { device, dtype: profile.files[WEIGHTS_FILE] ? 'q8' : 'fp32' }, runtime),
        { onBytes, ...(onBlocking && { onBlocking }) },
      ),
    // Always on WebAssembly, which both builds have: no reranker has passed the test for WebGPU.
    openReranker: (profile, onBlocking) =>
      open(
        profile.id,
        profile.files,
        (id, runtime) => openPairModel(id, { device: 'wasm', dtype: profile.dtype }, runtime),
        { ...(onBlocking && { onBlocking }) },
      ),
  };
}

/** What the library reads of a Response; a real one would copy the model once more. */
function memoryResponse(bytes: Uint8Array<ArrayBuffer>) {
  return {
    ok: true,
    status: 200,
    headers: new Headers({ 'content-length': String(bytes.length) }),
    arrayBuffer: async () => bytes.buffer,
  };
}
