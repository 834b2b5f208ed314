/** Progress and storage are states, so a new listener gets the last one right away, if there is one. */
import type { EngineEvents } from '../protocol/engine-api.ts';
import type { ChangeEvent, Progress, StorageNotice } from '../protocol/engine-values.ts';
import type { EventOf } from '../protocol/rpc.ts';

type Listen<Value> = (listener: (value: Value) => void) => () => void;

export interface Listeners {
  subscribe: Listen<ChangeEvent>;
  onProgress: Listen<Progress>;
  onStorage: Listen<StorageNotice>;
  onError: Listen<Error>;
  tell(event: EventOf<EngineEvents>): void;
  tellError(error: Error): void;
}

export function createListeners(): Listeners {
  const change = topic<ChangeEvent>(false);
  const progress = topic<Progress>(true);
  const storage = topic<StorageNotice>(true);
  const error = topic<Error>(false);
  return {
    subscribe: change.listen,
    onProgress: progress.listen,
    onStorage: storage.listen,
    onError: error.listen,
    tell(event) {
      if (event.name === 'change') change.tell(event.value);
      else if (event.name === 'progress') progress.tell(event.value);
      else if (event.name === 'storage') storage.tell(event.value);
    },
    tellError: error.tell,
  };
}

function topic<Value>(isState: boolean): { listen: Listen<Value>; tell(value: Value): void } {
  const listeners = new Set<(value: Value) => void>();
  let last: { value: Value } | null = null;
  return {
    listen(listener) {
      if (last) listener(last.value);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell(value) {
      if (isState) last = { value };
      for (const listener of [...listeners]) {
        try {
          listener(value);
        } catch (error) {
          reportError(error);
        }
      }
    },
  };
}
