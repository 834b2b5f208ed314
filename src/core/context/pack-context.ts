/**
 * Packs the best passages that fit, in groups: one per note, and one per day of a session. Groups are ordered by their
 * best passage. Within a group, passages are in reading order.
 */
import type { ContextCandidate, ContextPassage } from './context.ts';

export type CountTokens = (texts: readonly string[]) => Promise<readonly number[]> | readonly number[];

export interface PackedContext {
  text: string;
  passages: ContextPassage[];
  tokens: number;
  omitted: number;
}

/** Longer numbers are rare, and the finished text is counted again. */
const WIDEST_NUMBER = 99;

export async function packContext(
  candidates: readonly ContextCandidate[],
  budget: number,
  count: CountTokens,
): Promise<PackedContext> {
  const threads = new Set(candidates.filter(isMessage).map(({ thread }) => thread));
  const heading = (candidate: ContextCandidate): string => headingOf(candidate, threads.size > 1);
  const headings = candidates.map(heading);
  const costs = await count([
    ...candidates.map((candidate) => lineOf(candidate, WIDEST_NUMBER)),
    ...headings.map((heading) => `${heading}\n`),
  ]);

  let taken: ContextCandidate[] = [];
  const headed = new Set<string>();
  let sum = 0;
  candidates.forEach((candidate, index) => {
    const place = placeOf(candidate);
    const cost = costs[index]! + (headed.has(place) ? 0 : costs[candidates.length + index]!);
    if (sum + cost > budget) return;
    sum += cost;
    headed.add(place);
    taken.push(candidate);
  });

  // The whole text may have more tokens than the sum of its parts.
  for (;;) {
    const { text, passages } = written(taken, heading);
    const [tokens = 0] = taken.length === 0 ? [0] : await count([text]);
    if (tokens <= budget) return { text, passages, tokens, omitted: candidates.length - taken.length };
    taken = taken.slice(0, -1);
  }
}

function placeOf(candidate: ContextCandidate): string {
  return JSON.stringify(
    isMessage(candidate)
      ? ['session', candidate.thread ?? '', candidate.session ?? '', dayOf(candidate.createdAt)]
      : ['memory', candidate.id],
  );
}

function isMessage({ type, role, session }: ContextCandidate): boolean {
  return type === 'conversation' || role !== undefined || session !== undefined;
}

function headingOf(candidate: ContextCandidate, severalThreads: boolean): string {
  const named = isMessage(candidate) ? (severalThreads ? candidate.thread : undefined) : candidate.title;
  return [dayOf(candidate.createdAt), oneLine(named ?? '')].filter((part) => part !== '').join(' ');
}

function lineOf(candidate: ContextCandidate, citation: number): string {
  const speaker = isMessage(candidate) ? oneLine(candidate.source ?? candidate.role ?? '') : '';
  // In many logs, the message already begins with the speaker.
  const said = speaker === '' || candidate.text.slice(0, 80).includes(`${speaker}:`);
  return `[${citation}] ${said ? '' : `${speaker}: `}${candidate.text}\n`;
}

function written(
  taken: readonly ContextCandidate[],
  heading: (candidate: ContextCandidate) => string,
): { text: string; passages: ContextPassage[] } {
  const places = new Map<string, ContextCandidate[]>();
  for (const candidate of taken) {
    const place = placeOf(candidate);
    places.set(place, [...(places.get(place) ?? []), candidate]);
  }
  const passages: ContextPassage[] = [];
  let text = '';
  for (const [, group] of places) {
    group.sort((a, b) => a.createdAt - b.createdAt || compare(a.id, b.id) || a.start - b.start);
    text += `${heading(group[0]!)}\n`;
    for (const candidate of group) {
      const citation = passages.length + 1;
      passages.push({ ...candidate, citation });
      text += lineOf(candidate, citation);
    }
  }
  return { text: text.trimEnd(), passages };
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** Returns the day in the user's time zone, so that a message written late in the evening keeps its day. */
function dayOf(time: number): string {
  const local = new Date(time - new Date(time).getTimezoneOffset() * 60_000);
  // Near the limits of `Date`, the local time can be NaN.
  return (Number.isNaN(local.getTime()) ? new Date(time) : local).toISOString().slice(0, 10);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
