/**
 * Ranges are sorted, disjoint, and never split a grapheme. They're found with the index's analyzer, so that only what
 * the keyword arm can match is marked.
 */

import { type AnalyzeOptions, analyze, type Token } from '../text/analyze.ts';
import { isFunctionWordAsTyped } from '../text/function-words.ts';
import { boundaryAfter, boundaryBefore } from '../text/grapheme-boundary.ts';
import type { MatchedTerm } from './matched-term.ts';

export interface TextRange {
  start: number;
  end: number;
}

export interface MatchRange extends TextRange {
  /** Bit i mod 32 is set if term i matched; phrases follow the terms. */
  terms: number;
}

export interface Marker {
  ranges(text: string, field?: 'title' | 'text'): MatchRange[];
}

/**
 * Function words are marked only inside a phrase, or if nothing else matched. Use one marker for all texts of an
 * answer: for a long query, computing its forms takes longer than marking.
 * @param options with which the texts were indexed
 */
export function createMarker(
  terms: readonly MatchedTerm[],
  phrases: readonly string[],
  options: AnalyzeOptions,
): Marker {
  if (terms.length === 0 && phrases.length === 0) return { ranges: () => [] };
  const contentTerms = formsOf(terms, (typed) => !isFunctionWordAsTyped(typed), options);
  const runs = runsOf(phrases, terms.length, options);
  let passing: Forms | undefined;
  return {
    ranges(text, field = 'text') {
      const tokens = analyze(text, options);
      const found = [...phraseRanges(tokens, runs), ...wordRanges(tokens, contentTerms, field)];
      if (found.length > 0) return merge(text, found);
      passing ??= formsOf(terms, isFunctionWordAsTyped, options);
      return merge(text, wordRanges(tokens, passing, field));
    },
  };
}

interface Forms {
  exact: Map<string, number>;
  stems: Map<string, number>;
  prefixes: { prefix: string; terms: number; titlesOnly: boolean }[];
}

function formsOf(terms: readonly MatchedTerm[], isWanted: (typed: string) => boolean, options: AnalyzeOptions): Forms {
  const forms: Forms = { exact: new Map(), stems: new Map(), prefixes: [] };
  const add = (map: Map<string, number>, form: string, term: number): void => {
    map.set(form, (map.get(form) ?? 0) | term);
  };
  terms.forEach(({ typed, exact, stems, prefix, titlesOnly = false }, i) => {
    if (!isWanted(typed)) return;
    for (const form of exact) {
      add(forms.exact, form, bit(i));
      // A form of several tokens, such as a run of Han characters, appears in the text as its parts.
      for (const token of analyze(form, options)) if (token.kind === 'bigram') add(forms.exact, token.exact, bit(i));
    }
    for (const stem of stems) add(forms.stems, stem, bit(i));
    if (prefix) forms.prefixes.push({ prefix, terms: bit(i), titlesOnly });
  });
  return forms;
}

function wordRanges(tokens: readonly Token[], forms: Forms, field: 'title' | 'text'): MatchRange[] {
  const { exact, stems } = forms;
  const prefixes = forms.prefixes.filter(({ titlesOnly }) => !titlesOnly || field === 'title');
  if (exact.size + stems.size + prefixes.length === 0) return [];
  const ranges: MatchRange[] = [];
  for (const token of tokens) {
    let matched = exact.get(token.exact) ?? 0;
    if (token.stem !== null) matched |= stems.get(token.stem) ?? 0;
    for (const { prefix, terms } of prefixes) if (token.exact.startsWith(prefix)) matched |= terms;
    if (matched !== 0) ranges.push({ start: token.start, end: token.end, terms: matched });
  }
  return ranges;
}

interface Run {
  words: string[];
  terms: number;
}

function runsOf(phrases: readonly string[], before: number, options: AnalyzeOptions): Map<string, Run[]> {
  const bits = new Map<string, number>();
  phrases.forEach((phrase, i) => {
    bits.set(phrase, (bits.get(phrase) ?? 0) | bit(before + i));
  });
  const runs = new Map<string, Run[]>();
  for (const [phrase, terms] of bits) {
    const words = wholes(analyze(phrase, options)).map(({ exact }) => exact);
    const first = words[0];
    if (first === undefined) continue;
    const known = runs.get(first);
    if (known) known.push({ words, terms });
    else runs.set(first, [{ words, terms }]);
  }
  return runs;
}

function phraseRanges(tokens: readonly Token[], runs: ReadonlyMap<string, Run[]>): MatchRange[] {
  if (runs.size === 0) return [];
  const texts = wholes(tokens);
  const ranges: MatchRange[] = [];
  for (const [at, { exact, start }] of texts.entries()) {
    for (const { words, terms } of runs.get(exact) ?? []) {
      if (words.every((word, i) => texts[at + i]?.exact === word))
        ranges.push({ start, end: texts[at + words.length - 1]!.end, terms });
    }
  }
  return ranges;
}

function wholes(tokens: readonly Token[]): Token[] {
  return tokens.filter(({ kind }) => kind !== 'part');
}

function merge(text: string, ranges: readonly MatchRange[]): MatchRange[] {
  return joined(
    joined(ranges).map(({ start, end, terms }) => ({
      start: boundaryBefore(text, start),
      end: boundaryAfter(text, end),
      terms,
    })),
  );
}

function joined(ranges: readonly MatchRange[]): MatchRange[] {
  const merged: MatchRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = merged.at(-1);
    if (last && range.start <= last.end) {
      last.end = Math.max(last.end, range.end);
      last.terms |= range.terms;
    } else {
      merged.push({ ...range });
    }
  }
  return merged;
}

function bit(term: number): number {
  return 1 << (term % 32);
}
