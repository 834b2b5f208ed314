import type { ImportFindings } from '../../shared/engine-access.ts';

const MOST_LISTED = 20;

/**
 * A folder may contain thousands of files of other programs. Only some are listed; the others are counted like those
 * that were left out by their names.
 */
export function withFewForeign<Findings extends ImportFindings>(found: Findings): { found: Findings; left: number } {
  let foreign = 0;
  const problems = found.problems.filter(
    ({ code, line, file }) =>
      code !== 'unsupported-format' || line > 0 || !file.includes('/') || ++foreign <= MOST_LISTED,
  );
  return { found: { ...found, problems }, left: found.problems.length - problems.length };
}
