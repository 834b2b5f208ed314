import type { ImportFindings } from '../../shared/engine-access.ts';

const MOST_LISTED = 20;

/** Lists only some of a folder's foreign files, which may be thousands. The rest count as left out by their names. */
export function withFewForeign<Findings extends ImportFindings>(found: Findings): { found: Findings; left: number } {
  let foreign = 0;
  const problems = found.problems.filter(
    ({ code, line, file }) =>
      code !== 'unsupported-format' || line > 0 || !file.includes('/') || ++foreign <= MOST_LISTED,
  );
  return { found: { ...found, problems }, left: found.problems.length - problems.length };
}
