import type { RelevanceLabel } from '../src/core/results/response.ts';
import { auroc } from './auroc.ts';

export interface LabelledHit {
  relevance: number;
  label: RelevanceLabel;
  answer: boolean;
}

/** A question with its hits, best first, including weak ones. */
export interface LabelledQuestion {
  hits: readonly LabelledHit[];
  /** Hits after the question's answers were removed from the store. Null if that wasn't measured. */
  without: readonly LabelledHit[] | null;
}

/** Shares are 0–1, and null if there's nothing to count. */
export interface LabelMetrics {
  questions: number;
  auroc: number | null;
  strongRight: number | null;
  answersStrong: number | null;
  /** Share of first-ranked answers that are labelled weak. */
  firstHidden: number | null;
  /** Share of the questions that still have a strong hit when the answers are removed. */
  removedStrong: number | null;
  /** Share of the questions that still have a hit that isn't weak when the answers are removed. */
  removedShown: number | null;
  /** Expected calibration error over all hits, also those found after the answers were removed from the store. */
  calibrationError: number | null;
}

const CALIBRATION_BINS = 10;

export function labelMetrics(questions: readonly LabelledQuestion[]): LabelMetrics {
  const hits = questions.flatMap((question) => question.hits);
  const answers = hits.filter(({ answer }) => answer);
  const strong = hits.filter(({ label }) => label === 'strong');
  const answeredFirst = questions.filter((question) => question.hits[0]?.answer === true);
  const removed = questions.flatMap(({ without }) => (without === null ? [] : [without]));
  const rankable = answers.length > 0 && answers.length < hits.length;
  const relevances = (some: readonly LabelledHit[]): number[] => some.map(({ relevance }) => relevance);
  return {
    questions: questions.length,
    auroc: rankable ? auroc(relevances(answers), relevances(hits.filter(({ answer }) => !answer))) : null,
    strongRight: share(strong, ({ answer }) => answer),
    answersStrong: share(answers, ({ label }) => label === 'strong'),
    firstHidden: share(answeredFirst, (question) => question.hits[0]!.label === 'weak'),
    removedStrong: share(removed, (found) => found.some(({ label }) => label === 'strong')),
    removedShown: share(removed, (found) => found.some(({ label }) => label !== 'weak')),
    calibrationError: calibrationError([...hits, ...removed.flat()]),
  };
}

/** Compares the mean prediction with the share of answers in ten bins of equal width, weighted by hits. */
export function calibrationError(hits: readonly Pick<LabelledHit, 'relevance' | 'answer'>[]): number | null {
  if (hits.length === 0) return null;
  const bins = Array.from({ length: CALIBRATION_BINS }, () => ({ sum: 0, answers: 0 }));
  for (const { relevance, answer } of hits) {
    const bin = bins[Math.min(CALIBRATION_BINS - 1, Math.floor(relevance * CALIBRATION_BINS))]!;
    bin.sum += relevance;
    if (answer) bin.answers++;
  }
  return bins.reduce((error, { sum, answers }) => error + Math.abs(sum - answers), 0) / hits.length;
}

function share<Item>(items: readonly Item[], holds: (item: Item) => boolean): number | null {
  return items.length === 0 ? null : items.filter(holds).length / items.length;
}
