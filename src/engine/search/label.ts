/** Collects each hit's evidence, and derives its relevance and label. This is the only place that does. */
import { type Calibration, type Coefficients, EVIDENCE } from '../../core/ranking/calibration.ts';
import { BGE_SMALL_EN_V1_5 } from '../../core/ranking/calibrations/bge-small-en-v1.5.ts';
import { WORDS_ALONE } from '../../core/ranking/calibrations/words.ts';
import type { ArmRanking } from '../../core/ranking/fuse.ts';
import {
  answerable,
  type Background,
  hitCoefficients,
  hitInto,
  LIKELY_RELEVANCE,
  labelOf,
  likelyRows,
  logistic,
  logit,
  questionInto,
  relevanceOf,
  STRONG_RELEVANCE,
} from '../../core/ranking/relevance.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import type { Retrieved } from './arms/arm.ts';
import { backgroundOf } from './background.ts';
import type { Judgement, Ranking, SearchPlan } from './stages.ts';

/** Makes the hit `likely`. */
const NAMED_RELEVANCE = 0.2;
const BELOW_STRONG = STRONG_RELEVANCE - 0.01;

export class RelevanceScorer {
  readonly background: Background;
  readonly #plan: SearchPlan;
  readonly #found: Retrieved;
  readonly #calibration: Calibration;
  /** Null if cosines say nothing about this question. */
  readonly #cosines: Float32Array | null;
  readonly #tiers: Uint8Array | null;
  readonly #links: ArmRanking | undefined;
  readonly #conversation: ArmRanking | undefined;
  readonly #evidence = new Float64Array(EVIDENCE.length);

  constructor(plan: SearchPlan, found: Retrieved, ranking: Ranking) {
    this.background = backgroundOf(plan, found);
    this.#plan = plan;
    this.#found = found;
    this.#calibration = plan.semantic?.profile.calibration ?? BGE_SMALL_EN_V1_5;
    this.#cosines = this.background.cosines === null ? null : found.semantic!.compared;
    this.#tiers = ranking.tiers;
    this.#links = ranking.armRankings.find(({ arm }) => arm === 'links');
    this.#conversation = ranking.armRankings.find(({ arm }) => arm === 'conversation');
    questionInto(this.background, this.#evidence);
  }

  /** How likely it is that the searched memories answer the question, 0–1. */
  get answerable(): number {
    const { completions } = this.#found.exact;
    const asked = this.#plan.browse ? 1 : answerable(this.background, this.#calibration, WORDS_ALONE);
    return completions === null || completions.includes(1) ? this.#ofUnheld(asked) : asked * LIKELY_RELEVANCE;
  }

  of(ordinal: Ordinal): Judgement {
    const relevance = this.#relevance(ordinal);
    return { relevance, label: labelOf(relevance) };
  }

  /** Many rows may be weak, so each costs only a weighted sum. */
  answers(rows: Uint32Array, listed: Uint8Array): Ordinal[] {
    const { keyword, exact } = this.#found;
    const someNamed = this.#tiers !== null || this.#links !== undefined || this.#conversation !== undefined;
    const asked = this.#plan.browse || exact.completions !== null;
    const named = asked ? () => true : someNamed ? (row: number) => this.#isNamed(row as Ordinal) : null;
    const scores = {
      cosines: this.#cosines,
      scores: keyword?.scores ?? null,
      coverage: keyword?.result.coverage ?? null,
      highest: keyword?.result.highestPossible ?? 0,
    };
    const meaning = this.background.shares === null ? this.#calibration.meaning : this.#calibration.both;
    const coefficients = { meaning, words: WORDS_ALONE.hit };
    const likely = likelyRows(rows, listed, scores, this.background, coefficients, named) as Ordinal[];
    return likely.filter((row) => this.#relevance(row) >= LIKELY_RELEVANCE);
  }

  evidence(ordinal: Ordinal): Float64Array {
    this.#gather(ordinal);
    return this.#evidence.slice();
  }

  #relevance(ordinal: Ordinal): number {
    // With filters only, there's no question to answer.
    if (this.#plan.browse) return NAMED_RELEVANCE;
    const { completions } = this.#found.exact;
    const value = this.#ofUnheld(relevanceOf(this.#gather(ordinal), this.#evidence, this.background));
    const completes = completions === null || completions[ordinal] !== 0 || this.#isLinked(ordinal);
    if (!completes) return this.#withoutIdentifier(value, this.#cosine(ordinal));
    return this.#isNamed(ordinal) ? Math.max(NAMED_RELEVANCE, value) : value;
  }

  #gather(ordinal: Ordinal): Coefficients {
    const { keyword } = this.#found;
    const cosine = this.#cosine(ordinal);
    const highest = keyword === null ? 0 : keyword.result.highestPossible;
    const share = highest > 0 ? keyword!.scores[ordinal]! / highest : 0;
    const coverage = keyword === null ? 0 : keyword.result.coverage[ordinal]!;
    hitInto(cosine, share, coverage, this.background, this.#evidence);
    return hitCoefficients(cosine, this.background, this.#calibration, WORDS_ALONE);
  }

  #cosine(ordinal: Ordinal): number {
    return this.#cosines === null ? Number.NaN : this.#cosines[ordinal]!;
  }

  /** Sharing parts of a code means nothing, so only a strong cosine counts. */
  #withoutIdentifier(value: number, cosine: number): number {
    if (Number.isNaN(cosine)) return value * LIKELY_RELEVANCE;
    const near = logistic(logit(this.#calibration.meaning, this.#evidence));
    return near >= STRONG_RELEVANCE ? near : near * LIKELY_RELEVANCE;
  }

  /** If no memory contains the query's code, no hit is more than `likely`. */
  #ofUnheld(value: number): number {
    return this.#found.exact.unheldCodes ? Math.min(value, BELOW_STRONG) : value;
  }

  #isLinked(ordinal: Ordinal): boolean {
    return this.#links !== undefined && this.#links.evidenceOf(ordinal) > 0;
  }

  #isNamed(ordinal: Ordinal): boolean {
    if (this.#tiers !== null && this.#tiers[ordinal]! > 0) return true;
    if (this.#isLinked(ordinal)) return true;
    return this.#conversation !== undefined && this.#conversation.evidenceOf(ordinal) > 0;
  }
}
