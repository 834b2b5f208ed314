/**
 * How an API crosses threads, as types. One interface declares the methods, `serve` dispatches to an object that
 * implements it, and the other side has a `Remote` of it. If a method is renamed, both sides fail to compile.
 */

/** What a handler gets as its first parameter. `serve` adds it; it's never sent. */
export interface CallContext<Progress = never> {
  readonly signal: AbortSignal;
  progress(value: Progress): void;
}

/** What a caller may pass in addition to the arguments. */
export interface CallOptions<Progress = never> {
  signal?: AbortSignal | undefined;
  onProgress?: ((value: Progress) => void) | undefined;
  /** Milliseconds. Default: no timeout. */
  timeout?: number;
  transfer?: Transferable[];
  /**
   * If true, an abort is only a request. The promise still settles with the other side's answer, so that a cancelled
   * import can report what it kept.
   */
  graceful?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: a bound of inference only; every API states its own types
type AnyContext = CallContext<any>;

/** The shape of every interface that crosses threads: methods whose first parameter is the call's context. */
export type Api<Self> = {
  // biome-ignore lint/suspicious/noExplicitAny: a bound of inference only; every API states its own types
  [Method in keyof Self]: (context: AnyContext, ...args: any[]) => unknown;
};

/** What's sent for a method: its arguments without the context. */
export type Arguments<Method> = Method extends (context: AnyContext, ...args: infer Args) => unknown ? Args : never;

export type Result<Method> = Method extends (...args: never[]) => infer Returned ? Awaited<Returned> : never;

type ProgressOf<Method> = Method extends (context: CallContext<infer Progress>, ...args: never[]) => unknown
  ? Progress
  : never;

/** An API on another thread. */
export interface Remote<Self> {
  call<Method extends keyof Self & string>(
    method: Method,
    args: Arguments<Self[Method]>,
    options?: CallOptions<ProgressOf<Self[Method]>>,
  ): Promise<Result<Self[Method]>>;
}

/** An event with its name and the value of that name. */
export type EventOf<Events> = { [Name in keyof Events]: { name: Name; value: Events[Name] } }[keyof Events];

const NEVER_ABORTED = new AbortController().signal;

/** Wraps an API of this thread in the interface of a remote one. For Node, where everything is one process. */
export function local<Self extends Api<Self>>(api: Self): Remote<Self> {
  return {
    call: async (method, args, { signal = NEVER_ABORTED, onProgress } = {}) =>
      api[method]({ signal, progress: (value) => onProgress?.(value) }, ...args) as never,
  };
}
