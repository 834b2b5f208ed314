import type { Hit } from '../../../core/results/response.ts';
import { fold } from '../../../core/text/fold.ts';
import { isFunctionWordAsTyped } from '../../../core/text/function-words.ts';
import { matchedWords } from '../../shared/marked-text.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';

/**
 * How far a cosine is above the mean of all searched notes, in the model's standard deviations. In a trial of 20
 * questions on the demo's notes, first rows that answer in other words were at 2.5 to 4.6. First rows for questions
 * without an answer were at 0.5 to 2.7.
 */
const NEAR = 2.5;
const SOMEWHAT_NEAR = 1.5;
const NAMED = 4;
/** Letters at a word's beginning, so that other forms count too: "villa" for "villagers". */
const STEM = 5;

export function whySentence(hit: Hit, asked: readonly string[], strings: SearchStrings): string {
  const { memory, scores, highlights, label } = hit;
  const words = matchedWords(highlights, { title: memory.title ?? '', text: memory.text });
  const list = new Intl.ListFormat(strings.locale, { type: 'conjunction' });
  const quoted = (these: readonly string[]): string => list.format(these.slice(0, NAMED).map(strings.quoted));
  const nearness = scores.evidence?.nearness ?? 0;
  const marked = highlights.some(({ kind }) => kind === 'semantic');
  const said: string[] = [];
  if (words.length > 0) said.push(strings.whyWords(quoted(words)));
  if (scores.tagMatches.length > 0) said.push(strings.whyTags(list.format(scores.tagMatches)));
  if (nearness >= NEAR) said.push(strings.whyNear(marked));
  else if (nearness >= SOMEWHAT_NEAR) said.push(strings.whySomewhatNear);
  if (said.length === 0 || label === 'weak') said.push(strings.whyLoose);
  const missing = missingWords(hit, asked);
  if (missing.length > 0) said.push(strings.whyMissing(quoted(missing)));
  // A full-width full stop needs no space after it.
  return said.join(' ').replaceAll('。 ', '。');
}

function missingWords({ memory }: Hit, asked: readonly string[]): string[] {
  const text = fold([memory.title ?? '', memory.text, ...memory.tags].join(' '));
  const contentWords = asked.filter((word) => !isFunctionWordAsTyped(word));
  return [...new Set(contentWords)].filter((word) => !text.includes(fold(word).slice(0, STEM)));
}
