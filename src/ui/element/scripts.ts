import type { BodyScript } from './body.ts';
import type { Opening, WholeFrame } from './whole-frame.ts';

export interface Scripts {
  readonly script: BodyScript;
  /** Null for `parts="search"`. */
  readonly whole: WholeFrame | null;
}

export interface Opened extends Scripts, Opening {}

/** Fetched in parallel, so that body, filters and status bar are drawn together. */
export async function fetchBody(isWhole: boolean): Promise<Scripts> {
  const [{ body }, whole] = await Promise.all([
    import('./body.ts'),
    isWhole ? import('./whole-frame.ts') : null,
    import('../search/filters/filters-view.ts'),
    isWhole ? import('../search/status/status-view.ts') : null,
  ]);
  return { script: body, whole: whole?.wholeFrame ?? null };
}
