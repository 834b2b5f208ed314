import { fold } from '../text/fold.ts';

/** `from` is folded. */
export interface Correction {
  from: string;
  to: string;
}

export function correctedText(text: string, corrections: readonly Correction[]): string {
  if (corrections.length === 0) return text;
  const correct = new Map(corrections.map(({ from, to }) => [from, to]));
  return text.replace(/[\p{L}\p{M}']+/gu, (word) => correct.get(fold(word)) ?? word);
}
