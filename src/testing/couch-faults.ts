/** How tests can make the `CouchDouble` misbehave. */
import type { ServerResponse } from 'node:http';

export const FAULTS = [
  'unauthorized',
  'too-large',
  'too-many',
  'internal',
  'proxy-timeout',
  'cut',
  'html',
  'lost-ack',
  'disconnect',
  'disk-full',
  'slow',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface ServerBehaviour {
  faults: readonly Fault[];
  /** Percentage of requests that get a fault. */
  percent: number;
  /** The change feed repeats and shuffles its rows, so `last_seq` may not be the last row's. */
  wildSequences: boolean;
  /** Requests with longer bodies get `longRequest` as their answer. */
  maxBytes: number;
  longRequest: 'too-large' | 'proxy-timeout';
  /** Longer answers get `longAnswer` in their place. */
  maxAnswerBytes: number;
  longAnswer: 'too-large' | 'cut' | 'proxy-timeout' | 'broken-off';
}

export const CALM: ServerBehaviour = {
  faults: [],
  percent: 0,
  wildSequences: false,
  maxBytes: 8_000_000,
  longRequest: 'too-large',
  maxAnswerBytes: Number.POSITIVE_INFINITY,
  longAnswer: 'cut',
};

/** Answers as a proxy does, without CORS headers. */
export function timeOut(response: ServerResponse): void {
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.writeHead(524).end('a timeout occurred');
}

export const PLAIN_FAULTS: { readonly [fault: string]: [status: number, error: string] } = {
  unauthorized: [401, 'unauthorized'],
  'too-large': [413, 'too_large'],
  'too-many': [429, 'too_many_requests'],
  internal: [500, 'internal_server_error'],
  'disk-full': [507, 'enospc'],
};
