/**
 * A driver may hang or crash, so each device is tried under a deadline in its own worker, which runs this script again.
 * The answer is stored per browser, GPU and model. If WebGPU fails, in its trial or later, WebAssembly is used.
 */
import { isHybridSearchError } from '../core/errors.ts';
import { FLOAT_WEIGHTS_FILE } from '../core/model-profiles.ts';
import { DEVICE_CACHE, type ModelProfile } from '../protocol/embedder-api.ts';
import { type Device, type DeviceDecision, type DeviceTrial, decideDevice, tryDevice } from './device.ts';
import type { Platform } from './platform.ts';
import { type WebPlatformOptions, webPlatform } from './platform-web.ts';
import { RUNTIME_FILES, WEBGPU_RUNTIME } from './runtime-files.ts';

/** A machine on which WebGPU is worth using loads and runs a model of a hundred megabytes within this time. */
const TRIAL_MS = 120_000;

type TrialPlace = Pick<WebPlatformOptions, 'modelBase' | 'runtimeBase' | 'remote' | 'threads'>;

/** Null if the device failed. `no-files`: the model or the runtime couldn't be loaded. */
type TrialOutcome = DeviceTrial | 'no-files' | null;

/** The worker answers with a `TrialOutcome`. */
export interface TrialRequest extends TrialPlace {
  kind: 'trial';
  device: Device;
  profile: ModelProfile;
}

export function choosingPlatform(profile: ModelProfile, place: TrialPlace): Platform {
  let chosen = webPlatform(place);
  let decided: Promise<Decided> | null = null;
  return {
    get device() {
      return chosen.device;
    },
    threads: chosen.threads,
    get runtimeBytes() {
      return chosen.runtimeBytes;
    },
    async openEncoder(_, onBytes, onBlocking) {
      decided ??= decide(profile, place);
      const { device, keep } = await decided;
      if (device === 'wasm') return chosen.openEncoder(profile, onBytes, onBlocking);
      chosen = webPlatform({ ...place, device });
      /** WebAssembly needs a new worker, so this one ends with an error and the call is repeated. */
      const giveUp = async (error: unknown): Promise<never> => {
        await keep({ device: 'wasm', reason: 'failed', agreement: null, speedup: null });
        setTimeout(() => {
          throw error;
        });
        return new Promise<never>(() => {});
      };
      const session = await chosen.openEncoder(profile, onBytes, onBlocking).catch((error: unknown) => {
        // Missing files aren't the GPU's fault.
        if (isFileTrouble(error)) throw error;
        return giveUp(error);
      });
      return { ...session, run: (ids) => session.run(ids).catch(giveUp) };
    },
    openReranker: (reranker, onBlocking) => chosen.openReranker(reranker, onBlocking),
    openPictureModels: (pictures, onBlocking) => chosen.openPictureModels(pictures, onBlocking),
    decodePicture: (bytes) => chosen.decodePicture(bytes),
  };
}

interface Decided {
  device: Device;
  keep(decision: DeviceDecision): Promise<void>;
}

const ON_WASM: Decided = { device: 'wasm', keep: async () => {} };

async function decide(profile: ModelProfile, place: TrialPlace): Promise<Decided> {
  const adapter = await adapterName();
  // A trial takes seconds, so it's not run if its outcome can't be stored.
  const cache = adapter === null ? null : await openCache();
  if (adapter === null || !cache) return ON_WASM;

  const build = RUNTIME_FILES[WEBGPU_RUNTIME]![`${WEBGPU_RUNTIME}.wasm`]!.sha256;
  const weights = profile.files[FLOAT_WEIGHTS_FILE]!.sha256;
  const key = keyOf([weights, build, adapter, navigator.userAgent]);
  const keep = (decision: DeviceDecision): Promise<void> =>
    cache.put(key, new Response(JSON.stringify(decision))).catch(() => {});

  const known = await read(cache, key);
  if (known) return { device: known.device, keep };
  // Trials at the same time would slow each other down.
  const webgpu = await trialInWorker({ kind: 'trial', device: 'webgpu', profile, ...place });
  const wasm =
    webgpu === 'no-files' ? webgpu : await trialInWorker({ kind: 'trial', device: 'wasm', profile, ...place });
  // Without an outcome, opening the model reports what's wrong, and the next start tries again.
  if (webgpu === 'no-files' || wasm === 'no-files' || wasm === null) return ON_WASM;
  const decision = decideDevice(wasm, webgpu);
  await keep(decision);
  return { device: decision.device, keep };
}

const isFileTrouble = (error: unknown): boolean =>
  isHybridSearchError(error, 'model-unavailable') || isHybridSearchError(error, 'model-corrupt');

export async function runTrial({ device, profile, ...place }: TrialRequest): Promise<TrialOutcome> {
  try {
    const session = await webPlatform({ ...place, device }).openEncoder(profile, () => {});
    return await tryDevice(session, profile);
  } catch (error) {
    return isFileTrouble(error) ? 'no-files' : null;
  }
}

function trialInWorker(request: TrialRequest): Promise<TrialOutcome> {
  return new Promise((resolve) => {
    const worker = new Worker(location.href, { type: 'module', name: `hybrid-search trial ${request.device}` });
    const end = (trial: TrialOutcome): void => {
      clearTimeout(deadline);
      worker.terminate();
      resolve(trial);
    };
    const deadline = setTimeout(() => end(null), TRIAL_MS);
    worker.onmessage = ({ data }: MessageEvent<TrialOutcome>) => end(data);
    worker.onerror = (event) => {
      // An unhandled error would count as a crash of this worker.
      event.preventDefault();
      end(null);
    };
    worker.postMessage(request);
  });
}

async function adapterName(): Promise<string | null> {
  const { gpu } = navigator as WorkerNavigator & { gpu?: WebGpu };
  const adapter = await gpu?.requestAdapter().catch(() => null);
  return adapter ? [adapter.info.vendor, adapter.info.architecture, adapter.info.device].join(' ') : null;
}

interface WebGpu {
  requestAdapter(): Promise<{ info: { vendor: string; architecture: string; device: string } } | null>;
}

async function openCache(): Promise<Cache | null> {
  return (await globalThis.caches?.open(DEVICE_CACHE).catch(() => null)) ?? null;
}

async function read(cache: Cache, key: string): Promise<DeviceDecision | null> {
  try {
    return ((await (await cache.match(key))?.json()) as DeviceDecision | undefined) ?? null;
  } catch {
    return null;
  }
}

/** The host doesn't exist. The URL is never fetched. */
function keyOf(parts: readonly string[]): string {
  return `https://device.hybrid-search.invalid/${parts.map(encodeURIComponent).join('/')}`;
}
