/** Wakes everything that waits. If nothing waits when it's raised, the next wait resolves immediately. */
export interface Signal {
  raise(): void;
  next(other?: Promise<unknown>): Promise<void>;
  nextWithin(ms: number): Promise<void>;
}

export function createSignal(): Signal {
  let isRaised = false;
  const listeners = new Set<() => void>();

  const next = async (other?: Promise<unknown>): Promise<void> => {
    if (isRaised) {
      isRaised = false;
      return;
    }
    let listener: () => void = () => {};
    const rung = new Promise<void>((resolve) => {
      listener = resolve;
      listeners.add(resolve);
    });
    try {
      await (other ? Promise.race([rung, other]) : rung);
    } finally {
      listeners.delete(listener);
    }
  };

  return {
    raise() {
      if (listeners.size === 0) isRaised = true;
      for (const resolve of listeners) resolve();
      listeners.clear();
    },
    next,
    async nextWithin(ms) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const over = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, ms);
      });
      await next(over);
      clearTimeout(timer);
    },
  };
}
