/**
 * How an API crosses threads, as types. One interface states the methods, `serve` dispatches to an object that
 * implements it, and the other side holds a `Remote` of it. Renaming a method breaks the build on both sides.
 */

/** The call as its handler sees it: the first parameter of every method. `serve` adds it; it's never sent. */
export interface CallContext<Progress = never> {
  readonly signal: AbortSignal;
  progress(value: Progress): void;
}

/** The call as its caller sees it. */
export interface CallOptions<Progress = never> {
  signal?: AbortSignal | undefined;
  onProgress?: ((value: Progress) => void) | undefined;
  /** Milliseconds. No timeout by default. */
  timeout?: number;
  transfer?: Transferable[];
  /**
   * An abort only asks. The promise still settles with the other side's answer: a cancelled import reports what it
   * kept.
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

/** What's sent for a method: its parameters without the context. */
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

/** Event name → value. */
export type EventOf<Events> = { [Name in keyof Events]: { name: Name; value: Events[Name] } }[keyof Events];

const NEVER_ABORTED = new AbortController().signal;

/** Gives an API of this thread the same interface as one of another. For Node, where everything is one process. */
export function local<Self extends Api<Self>>(api: Self): Remote<Self> {
  return {
    call: async (method, args, { signal = NEVER_ABORTED, onProgress } = {}) =>
      api[method]({ signal, progress: (value) => onProgress?.(value) }, ...args) as never,
  };
}
