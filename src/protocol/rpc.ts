/**
 * One interface declares the methods. `serve` passes calls to an object that implements it, and the other side calls
 * through a `Remote` of the same interface. If the interface renames a method, neither side compiles until it's
 * adapted.
 */

/** `serve` adds it, so it's never sent. */
export interface CallContext<Progress = never> {
  readonly signal: AbortSignal;
  progress(value: Progress): void;
}

export interface CallOptions<Progress = never> {
  signal?: AbortSignal | undefined;
  onProgress?: ((value: Progress) => void) | undefined;
  /** Milliseconds. Default: no timeout. */
  timeout?: number;
  transfer?: Transferable[];
  /** An abort is only a request: the other side still answers, so a cancelled import can report what it kept. */
  graceful?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: a bound of inference only; every API states its own types
type AnyContext = CallContext<any>;

export type Api<Self> = {
  // biome-ignore lint/suspicious/noExplicitAny: a bound of inference only; every API states its own types
  [Method in keyof Self]: (context: AnyContext, ...args: any[]) => unknown;
};

export type Arguments<Method> = Method extends (context: AnyContext, ...args: infer Args) => unknown ? Args : never;

export type Result<Method> = Method extends (...args: never[]) => infer Returned ? Awaited<Returned> : never;

export type ProgressOf<Method> = Method extends (context: CallContext<infer Progress>, ...args: never[]) => unknown
  ? Progress
  : never;

export interface Remote<Self> {
  call<Method extends keyof Self & string>(
    method: Method,
    args: Arguments<Self[Method]>,
    options?: CallOptions<ProgressOf<Self[Method]>>,
  ): Promise<Result<Self[Method]>>;
}

export type EventOf<Events> = { [Name in keyof Events]: { name: Name; value: Events[Name] } }[keyof Events];

const NEVER_ABORTED = new AbortController().signal;

/** Calls `api` directly, without messages. For Node, where everything runs in one process. */
export function local<Self extends Api<Self>>(api: Self): Remote<Self> {
  return {
    call: async (method, args, { signal = NEVER_ABORTED, onProgress } = {}) =>
      api[method]({ signal, progress: (value) => onProgress?.(value) }, ...args) as never,
  };
}
