/** The failure modes of the server in which devices must converge. */
import { FAULTS, type Fault, type ServerBehaviour } from './couch-faults.ts';

const REFUSING: readonly Fault[] = ['unauthorized', 'html', 'disk-full'];
const PASSING = FAULTS.filter((fault) => !REFUSING.includes(fault));

export interface Scenario {
  name: string;
  behaviour: Partial<ServerBehaviour>;
  /** The server is sometimes reset to an old backup. */
  restores?: boolean;
  /** A record sometimes gets a conflicting revision, as in a cluster. */
  branches?: boolean;
  foreign?: boolean;
}

export const SCENARIOS: readonly Scenario[] = [
  { name: 'calm', behaviour: {} },
  { name: 'wild sequences', behaviour: { wildSequences: true } },
  { name: 'small bodies', behaviour: { maxBytes: 2_000, maxAnswerBytes: 6_000 } },
  { name: 'passing faults', behaviour: { faults: PASSING, percent: 15, wildSequences: true } },
  { name: 'refusals', behaviour: { faults: FAULTS, percent: 15 } },
  { name: 'cluster and strangers', behaviour: { wildSequences: true }, branches: true, foreign: true },
  { name: 'old backups', behaviour: { wildSequences: true }, restores: true },
];
