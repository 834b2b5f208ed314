/**
 * How an API crosses a wall between threads, as types: one interface states the methods, `serve` dispatches to an
 * object that satisfies it, and the other side holds a `Remote` of it. A renamed method compiles on neither side.
 */

/** The call as its handler sees it: the first parameter of every method, added by `serve`, never sent. */
export interface CallContext<Progress = never> {
  readonly signal: AbortSignal;
  progress(value: Progress): void;
}

/** The call as its caller sees it. */
export interface CallOptions<Progress = never> {
  signal?: AbortSignal | undefined;
  onProgress?: ((value: Progress) => void) | undefined;
  /** Milliseconds; default none. */
  timeout?: number;
  transfer?: Transferable[];
  /** An abort only asks: the promise still settles with what the other side answers (a cancelled import reports what it kept). */
  graceful?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: a bound of inference only; every API states its own types
type AnyContext = CallContext<any>;

/** What every interface that crosses a wall looks like: methods that take the call's context first. */
export type Api<Self> = {
  // biome-ignore lint/suspicious/noExplicitAny: a bound of inference only; every API states its own types
  [Method in keyof Self]: (context: AnyContext, ...args: any[]) => unknown;
};

/** What is sent for a method: its parameters without the context. */
export type Arguments<Method> = Method extends (context: AnyContext, ...args: infer Args) => unknown ? Args : never;

export type Result<Method> = Method extends (...args: never[]) => infer Returned ? Awaited<Returned> : never;

type ProgressOf<Method> = Method extends (context: CallContext<infer Progress>, ...args: never[]) => unknown
  ? Progress
  : never;

/** An API on the other side of a wall. */
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

/** An API of this thread behind the same face as one of another: for Node, where one process does all. */
export function local<Self extends Api<Self>>(api: Self): Remote<Self> {
  return {
    call: async (method, args, { signal = NEVER_ABORTED, onProgress } = {}) =>
      api[method]({ signal, progress: (value) => onProgress?.(value) }, ...args) as never,
  };
}
