/** Decides what a search will do before any arm runs: its words, class, rows and arms. */
import { HybridSearchError } from '../../core/errors.ts';
import { ARMS, type Arm } from '../../core/options/options.ts';
import type { ResolvedSettings } from '../../core/options/resolve-options.ts';
import { classifyQuery } from '../../core/query/classify.ts';
import { informativeTerms } from '../../core/query/informative-terms.ts';
import type { ParsedQuery } from '../../core/query/parsed-query.ts';
import { respelledCodes } from '../../core/query/respelled-codes.ts';
import { hasUnresolvedPronoun, isSpecific } from '../../core/ranking/reference-words.ts';
import type { RowArrays } from '../../core/row-arrays.ts';
import type { SemanticView } from '../embed/semantic-index.ts';
import type { SearchParts } from './contract.ts';
import type { SearchPlan, SearchScopes } from './stages.ts';

/** @throws HybridSearchError `no-search-modes`, `mode-unavailable` */
export function planSearch(
  parts: SearchParts,
  typed: ParsedQuery,
  settings: ResolvedSettings,
  scopes: SearchScopes,
  now: number,
  arrays: RowArrays,
): SearchPlan {
  const { keyword } = parts;
  const semantic = parts.semantic();
  const { arms, degradations } = availableArms(parts, semantic, settings.modes);
  const { visible } = scopes;
  const spelled =
    keyword === null ? typed : respelledCodes(typed, (phrase) => keyword.documentFrequency(phrase, visible) > 0);
  const parsed = informativeTerms(spelled, (words) => keyword?.idfs(words, visible) ?? new Float64Array(words.length));
  // Without a keyword index, every word counts as common.
  const frequency = (word: string) => keyword?.documentFrequency(word, visible) ?? visible.count;
  const classification = classifyQuery(parsed, frequency, visible.count);
  const pureSemantic = settings.alpha === 1 && arms.has('semantic');
  const pureKeyword = settings.alpha === 0 && arms.has('keyword');
  if (pureSemantic) for (const arm of ['keyword', 'tags', 'links', 'conversation'] as const) arms.delete(arm);
  if (pureKeyword) for (const arm of ['semantic', 'links', 'conversation'] as const) arms.delete(arm);
  if (settings.session === undefined || !settings.includeConversation) arms.delete('conversation');
  if (settings.filters?.tags !== undefined) arms.delete('tags');
  if (parsed.semanticText.trim() === '') arms.delete('semantic');
  return {
    arrays,
    settings,
    parsed,
    classification,
    scopes,
    now,
    arms,
    semantic,
    degradations,
    tiered: settings.exactFirst && classification.identifierQuery && !pureSemantic && keyword !== null,
    keywordsFirst: classification.pureIdentifier && arms.has('keyword') && !pureSemantic,
    mayHaveTypos: settings.typoTolerance && parsed.words.some((word) => frequency(word) === 0),
    browse: parsed.root === null || (parsed.words.length + parsed.phrases.length === 0 && scopes.filtered !== visible),
    pronoun: hasUnresolvedPronoun(parsed.words),
    specific: isSpecific(parsed.words, classification.identifiers, parsed.phrases),
  };
}

function availableArms(
  { keyword, modes }: SearchParts,
  semantic: SemanticView | null,
  requested: readonly Arm[] | undefined,
): { arms: Set<Arm>; degradations: string[] } {
  const reasons: { [arm in Arm]?: string } = {};
  if (keyword === null) reasons.keyword = 'being built';
  if (semantic === null || semantic.embedder === null) reasons.semantic = semantic?.unavailable ?? 'unavailable';
  const enabled = ARMS.filter((arm) => modes?.includes(arm) ?? true);
  const wanted = enabled.filter((arm) => requested?.includes(arm) ?? true);
  const degradations = wanted.flatMap((arm) => (reasons[arm] === undefined ? [] : [`${arm}: ${reasons[arm]}`]));
  const arms = new Set(wanted.filter((arm) => reasons[arm] === undefined));
  if (requested === undefined || requested.length === 0) {
    if (requested !== undefined || (!arms.has('keyword') && !arms.has('semantic'))) {
      throw new HybridSearchError('no-search-modes', degradations.join('; '));
    }
  } else if (arms.size === 0) {
    const off = requested.filter((arm) => !enabled.includes(arm)).map((arm) => `${arm}: switched off`);
    throw new HybridSearchError('mode-unavailable', [...degradations, ...off].join('; '));
  }
  return { arms, degradations };
}
