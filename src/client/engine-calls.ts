import { isHybridSearchError } from '../core/errors.ts';
import type { EngineApi } from '../protocol/engine-api.ts';
import type { Remote } from '../protocol/rpc.ts';
import { isUncloneable, toPlain } from './plain-data.ts';
import type { EngineHandle } from './shared-engine.ts';

type Call = Remote<EngineApi>['call'];

const REPORTED: ReadonlySet<string> = new Set([
  'quota',
  'storage',
  'storage-lost',
  'storage-version',
  'worker-died',
  'internal',
]);

/** If their arguments can't be sent, the error is `invalid-memory` instead of `invalid-option`. */
const RECORD_METHODS: ReadonlySet<string> = new Set(['add', 'addMany', 'upsertMany', 'update', 'conversationAppend']);

export class EngineCalls {
  readonly engine: EngineHandle;
  readonly #tellError: (error: Error) => void;
  #hasRequestedPersistence = false;

  constructor(engine: EngineHandle, tellError: (error: Error) => void) {
    this.engine = engine;
    this.#tellError = tellError;
  }

  readonly call: Call = (method, args, options) =>
    this.reported(
      this.engine.workers.call(method, args, options).catch((error: unknown) => {
        if (!isUncloneable(error)) throw error;
        return this.engine.workers.call(method, plainArguments(method, args), options);
      }),
    );

  /** Persistent storage is requested after the first write that follows a user gesture. */
  readonly write: Call = async (method, args, options) => {
    const result = await this.call(method, args, options);
    if (!this.#hasRequestedPersistence && globalThis.navigator?.userActivation?.hasBeenActive) {
      this.#hasRequestedPersistence = true;
      void navigator.storage?.persist?.().catch(() => false);
    }
    return result;
  };

  readonly reported = async <Result>(job: Promise<Result>): Promise<Result> => {
    try {
      return await job;
    } catch (error) {
      if (isHybridSearchError(error) && REPORTED.has(error.code)) this.#tellError(error);
      throw error;
    }
  };
}

function plainArguments<Args extends unknown[]>(method: keyof EngineApi, args: Args): Args {
  return args.map((arg) => toPlain(arg, RECORD_METHODS.has(method) ? 'invalid-memory' : 'invalid-option')) as Args;
}
