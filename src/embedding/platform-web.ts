/**
 * Runs models on ONNX Runtime, in WebAssembly or on WebGPU. Their verified files come from the app's own folders or,
 * with consent, from a pinned revision of a hub. The runtime starts once per worker, so another build or thread count
 * needs a new worker.
 */
import { HybridSearchError } from '../core/errors.ts';
import { WEIGHTS_FILE } from '../core/model-profiles.ts';
import type { PictureModelFile } from '../core/picture-models.ts';
import type { ModelProfile } from '../protocol/embedder-api.ts';
import { type FileCache, openFileCache } from './file-cache.ts';
import { type FileTable, type LoadOptions, loadVerifiedFiles, type VerifiedFiles } from './load.ts';
import { fromMemory } from './memory-files.ts';
import { decodePicture } from './pictures/decode-picture.ts';
import { openPictureModel } from './pictures/picture-session.ts';
import type { PictureModels } from './pictures/read-picture.ts';
import type { BytesListener, Platform } from './platform.ts';
import { loadRuntime, PLAIN_RUNTIME, runtimeBytes, WEBGPU_RUNTIME, wasmUrl } from './runtime-files.ts';
import { startRuntime } from './runtime-start.ts';
import { openEncoder, openPairModel } from './session.ts';
import { checkWebAssembly } from './web-assembly.ts';

export interface WebPlatformOptions {
  /** Absolute URL with a trailing slash. */
  modelBase: string;
  runtimeBase: string;
  /** Explicit consent to load models from a hub. */
  remote?: { host: string; revision: string } | null;
  /** Number of threads, at most two. Without cross-origin isolation, or with WebGPU, it's always one. Default 1. */
  threads?: number;
  /** Default `wasm`. */
  device?: 'wasm' | 'webgpu';
  /** Its default export must be `runtimeFactory`. Default: the worker's script. */
  script?: string;
  /** Default: Cache Storage. */
  cache?: FileCache | null;
  fetch?: typeof globalThis.fetch;
}

/** Two threads make long runs 1.7–1.9 times as fast and queries slightly slower. More don't help such small models. */
const MAX_THREADS = 2;
const COMMIT = /^[0-9a-f]{40}$/;

type CreateSession<Session> = (files: VerifiedFiles, runtime: Promise<void>) => Promise<Session>;

export function webPlatform(options: WebPlatformOptions): Platform {
  const { modelBase, runtimeBase, remote = null, device = 'wasm' } = options;
  const fetchFile = options.fetch ?? globalThis.fetch.bind(globalThis);
  // WebGPU gets one thread, because the processor only waits for the GPU. Also, each thread runs this script again,
  // and would start the plain build in it.
  const most = globalThis.crossOriginIsolated && device === 'wasm' ? MAX_THREADS : 1;
  const threads = Math.max(1, Math.min(most, options.threads ?? 1));
  const build = device === 'webgpu' ? WEBGPU_RUNTIME : PLAIN_RUNTIME;
  if (remote && !COMMIT.test(remote.revision)) {
    throw new HybridSearchError('invalid-option', 'must be a full commit id', { path: 'remote.revision' });
  }

  const openCache = async (): Promise<FileCache | null> => {
    if (options.cache !== undefined) return options.cache;
    // An extension's files aren't cached, because they're on the disk already.
    return remote || modelBase.startsWith('http') ? openFileCache() : null;
  };

  const locate = (id: string, path: string): string =>
    remote ? `${remote.host.replace(/\/$/, '')}/${id}/resolve/${remote.revision}/${path}` : `${modelBase}${id}/${path}`;

  /** Set by the first model. The runtime starts once per worker, while that model's files are being read. */
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
    create: CreateSession<Session>,
    onBytes: BytesListener = () => {},
  ): Promise<Session> => {
    checkWebAssembly();
    const source = { files, cache: await openCache(), fetch: fetchFile, locate: (path: string) => locate(id, path) };
    return await openSession(source, runtimeStarted, create, onBytes);
  };

  return {
    device,
    threads,
    runtimeBytes: runtimeBytes(build),
    openEncoder: (profile: ModelProfile, onBytes, onBlocking) =>
      open(
        profile.id,
        profile.files,
        (files, runtime) => {
          const dtype = profile.files[WEIGHTS_FILE] ? 'q8' : 'fp32';
          return fromMemory(profile.id, files, () => openEncoder(profile.id, { device, dtype }, runtime), onBlocking);
        },
        onBytes,
      ),
    // No reranker has passed the test for WebGPU.
    openReranker: (profile, onBlocking) =>
      open(profile.id, profile.files, (files, runtime) => {
        const settings = { device: 'wasm', dtype: profile.dtype } as const;
        return fromMemory(profile.id, files, () => openPairModel(profile.id, settings, runtime), onBlocking);
      }),
    openPictureModels: (profile, onBlocking) =>
      open(profile.id, profile.files, (files, runtime) => pictureModels(files, runtime, onBlocking)),
    decodePicture,
  };
}

async function openSession<Session>(
  source: Omit<LoadOptions, 'onBytes'>,
  runtimeStarted: (onBytes: (bytes: number) => void) => Promise<void>,
  create: CreateSession<Session>,
  onBytes: BytesListener,
): Promise<Session> {
  let fromFiles = 0;
  let fetchedFiles = 0;
  let fromRuntime = 0;
  const load = (): VerifiedFiles =>
    loadVerifiedFiles({
      ...source,
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
    const session = create(verified, started);
    // The error of transformers.js for a missing file isn't helpful, so the loader's own error is reported.
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
    const kept = Object.entries(source.files).filter(([path]) => loaded.get(path)?.fromCache);
    if (kept.length === 0) throw error;
    // Our copy was correct when it was stored, but may have been damaged on the disk since.
    for (const [, entry] of kept) await source.cache?.evict(entry);
    return await opened(load());
  }
}

async function pictureModels(
  { all }: VerifiedFiles,
  runtime: Promise<void>,
  onBlocking?: () => void,
): Promise<PictureModels> {
  const files = await all;
  await runtime;
  onBlocking?.();
  const bytesOf = (path: PictureModelFile): Uint8Array<ArrayBuffer> => files.get(path)!.bytes;
  return {
    detector: await openPictureModel(bytesOf('detection.onnx')),
    recognizer: await openPictureModel(bytesOf('recognition.onnx')),
    dictionary: new TextDecoder().decode(bytesOf('dictionary.txt')),
  };
}
