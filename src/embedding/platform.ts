/** What differs between the browser and Node: where files come from and how sessions are opened. */
import type { ModelProfile, RerankProfile } from '../protocol/embedder-api.ts';
import type { EncoderSession, PairSession } from './session.ts';

export interface Platform {
  readonly device: 'wasm' | 'webgpu' | 'native';
  readonly threads: number;
  /** Bytes that are loaded beside the model's own, for the progress. */
  readonly runtimeBytes: number;
  /** `onBytes` gets the bytes loaded so far, of all files together. Rejects with `model-unavailable` or `model-corrupt`. */
  openEncoder(profile: ModelProfile, onBytes: (loaded: number) => void): Promise<EncoderSession>;
  openReranker(profile: RerankProfile): Promise<PairSession>;
}
