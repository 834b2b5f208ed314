/** Reads words in pictures. The first picture loads the models. Their runs wait behind queries and the visible page. */
import { HybridSearchError, isHybridSearchError } from '../core/errors.ts';
import { PICTURES_PACKAGE, type PictureModelProfile, PP_OCR_V4, pictureModelBytes } from '../core/picture-models.ts';
import type { PictureText } from '../protocol/embedder-api.ts';
import { type PictureModel, PictureReader } from './pictures/read-picture.ts';
import type { Platform } from './platform.ts';
import { type RunQueue, TYPING_MAX_TOKENS } from './run-queue.ts';

/** Makes each run a long one, because the detector takes half a second. */
const LONG_RUN = TYPING_MAX_TOKENS + 1;

export interface LazyPictureReaderParts {
  profile: PictureModelProfile;
  platform: Pick<Platform, 'openPictureModels' | 'decodePicture'>;
  queue: RunQueue;
  onBlocking(bytes: number): void;
}

export class LazyPictureReader {
  readonly #parts: LazyPictureReaderParts;
  #loading: Promise<PictureReader> | null = null;

  constructor(parts: LazyPictureReaderParts) {
    this.#parts = parts;
  }

  async read(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<PictureText> {
    const pixels = await this.#parts.platform.decodePicture(bytes);
    const reader = await this.#open();
    return reader.read(pixels, signal);
  }

  async dispose(): Promise<void> {
    const [opened] = await Promise.allSettled([this.#loading]);
    this.#loading = null;
    if (opened.status === 'fulfilled') await opened.value?.dispose();
  }

  #open(): Promise<PictureReader> {
    const { profile, platform, onBlocking } = this.#parts;
    this.#loading ??= platform
      .openPictureModels(profile, () => onBlocking(pictureModelBytes(profile)))
      .then(
        ({ detector, recognizer, dictionary }) =>
          new PictureReader({ detector: this.#queued(detector), recognizer: this.#queued(recognizer), dictionary }),
      )
      .catch((cause: unknown) => {
        this.#loading = null;
        throw loadError(cause, profile);
      })
      .finally(() => onBlocking(0));
    return this.#loading;
  }

  #queued(model: PictureModel): PictureModel {
    return {
      run: (input, signal) => this.#parts.queue.run('backlog', LONG_RUN, () => model.run(input), signal),
      dispose: () => model.dispose(),
    };
  }
}

/** The host may lack the package's files, or have others in their place. */
function loadError(cause: unknown, { id }: PictureModelProfile): HybridSearchError {
  if (!isHybridSearchError(cause)) return new HybridSearchError('model-unavailable', id, { cause });
  const { code, url } = cause;
  // If the host can't be reached, or breaks off, the error has a cause.
  const isMissing = (code === 'model-unavailable' || code === 'model-corrupt') && cause.cause === undefined;
  if (!isMissing || id !== PP_OCR_V4.id) return cause;
  const install = `npm install ${PICTURES_PACKAGE}, then npx hybrid-search-assets DIR`;
  return new HybridSearchError(code, install, { cause, ...(url !== undefined && { url }) });
}
