/** Which arms a search runs, and the typed errors where none can (the degradation matrix of DESIGN F9). */
import { HybridSearchError } from '../../core/errors.ts';
import { ARMS, type Arm } from '../../core/options/options.ts';

export interface ModeFacts {
  /** What the caller asked for; undefined: whatever there is. */
  requested: readonly Arm[] | undefined;
  /** Store-level switch. */
  enabled: readonly Arm[] | undefined;
  keyword: boolean;
  semantic: boolean;
  /** Why an arm is not there. */
  reasons: { readonly [arm in Arm]?: string };
}

export interface Modes {
  run: ReadonlySet<Arm>;
  /** Arms that were wanted and are not there, with the reason. */
  degradations: string[];
}

/** @throws HybridSearchError `no-search-modes` or `mode-unavailable` */
export function chooseModes(facts: ModeFacts): Modes {
  const enabled = ARMS.filter((arm) => facts.enabled?.includes(arm) ?? true);
  const wanted = enabled.filter((arm) => facts.requested?.includes(arm) ?? true);
  const there = (arm: Arm) => (arm === 'keyword' ? facts.keyword : arm === 'semantic' ? facts.semantic : true);
  const missing = wanted.filter((arm) => !there(arm)).map((arm) => `${arm}: ${facts.reasons[arm] ?? 'unavailable'}`);
  const run = new Set(wanted.filter(there));
  if (facts.requested === undefined || facts.requested.length === 0) {
    const noneAsked = facts.requested !== undefined;
    if (noneAsked || (!run.has('keyword') && !run.has('semantic'))) {
      throw new HybridSearchError('no-search-modes', missing.join('; '));
    }
  } else if (run.size === 0) {
    const off = facts.requested.filter((arm) => !enabled.includes(arm)).map((arm) => `${arm}: switched off`);
    throw new HybridSearchError('mode-unavailable', [...missing, ...off].join('; '));
  }
  return { run, degradations: missing };
}
