/** What differs between browsers and Node: where files come from, and how sessions open. */
import type { PictureModelProfile } from '../core/picture-models.ts';
import type { ModelProfile, RerankProfile } from '../protocol/embedder-api.ts';
import type { LoadOptions } from './load.ts';
import type { Pixels } from './pictures/pixels.ts';
import type { PictureModels } from './pictures/read-picture.ts';
import type { EncoderSession, PairSession } from './session.ts';

/** Called with the bytes of all files so far, and with how many of the model's own came over the network. */
export type BytesListener = NonNullable<LoadOptions['onBytes']>;

export interface Platform {
  readonly device: 'wasm' | 'webgpu' | 'native';
  readonly threads: number;
  /** Counted in the progress. */
  readonly runtimeBytes: number;
  /** Errors: `model-unavailable`, `model-corrupt`. `onBlocking` is called before the thread blocks for seconds. */
  openEncoder(profile: ModelProfile, onBytes: BytesListener, onBlocking?: () => void): Promise<EncoderSession>;
  openReranker(profile: RerankProfile, onBlocking?: () => void): Promise<PairSession>;
  openPictureModels(profile: PictureModelProfile, onBlocking?: () => void): Promise<PictureModels>;
  /** Rejects with `invalid-import` if the platform can't decode the bytes as a picture. */
  decodePicture(bytes: Uint8Array<ArrayBuffer>): Promise<Pixels>;
}
