/** Runs the arms of a plan. The semantic one comes last, once the query is embedded. */
import type { Arm } from '../../core/options/options.ts';
import { correctedText } from '../../core/query/corrected-text.ts';
import { contentWords } from '../../core/query/informative-terms.ts';
import { hasOperators, softenPhrases } from '../../core/query/soft-phrases.ts';
import { coverageExponent, keywordEvidence } from '../../core/ranking/evidence.ts';
import { shortlist } from '../../core/ranking/shortlist.ts';
import { topK } from '../../core/ranking/top-k.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import type { LanguageId } from '../../core/text/language.ts';
import type { QueryEmbedding } from '../../protocol/embedder-api.ts';
import type { RowIndexes } from '../table/row-indexes.ts';
import { type ArmResult, candidateArms, type KeywordArmResult, type Retrieved } from './arms/arm.ts';
import { type ConversationArm, createConversationArm } from './arms/conversation.ts';
import { exactMatches } from './arms/exact.ts';
import { keywordArm } from './arms/keyword.ts';
import { createLinksArm, type LinksArm } from './arms/links.ts';
import { semanticArm } from './arms/semantic.ts';
import { createTagsArm, type TagsArm } from './arms/tags.ts';
import type { SearchParts } from './contract.ts';
import type { MessageGroups } from './message-groups.ts';
import type { SearchPlan } from './stages.ts';

export class Retriever {
  readonly #parts: SearchParts;
  readonly #tagsArm: TagsArm;
  readonly #linksArm: LinksArm;
  readonly #conversationArm: ConversationArm;

  constructor(parts: SearchParts, indexes: RowIndexes, groups: MessageGroups) {
    const { table } = parts;
    this.#parts = parts;
    this.#tagsArm = createTagsArm(table, indexes);
    this.#linksArm = createLinksArm(table, indexes);
    this.#conversationArm = createConversationArm(table, groups);
  }

  /** An arm that fails is logged and left out. */
  retrieveLexical(plan: SearchPlan): Retrieved {
    const { arms, parsed, settings, classification } = plan;
    const { filtered } = plan.scopes;
    const index = this.#parts.keyword;
    const ran: Arm[] = [];
    const degradations = [...plan.degradations];
    const attempt = <Result extends ArmResult>(arm: Arm, run: () => Result): Result | null => {
      try {
        const result = this.#timed(run);
        if (arms.has(arm)) ran.push(arm);
        return result;
      } catch (error) {
        degradations.push(this.#failed(arm, error as Error));
        return null;
      }
    };
    const ifWanted = <Result extends ArmResult>(arm: Arm, run: () => Result): Result | null =>
      arms.has(arm) ? attempt(arm, run) : null;
    // Operators apply to every arm, so the keyword index says what they exclude even from a search by meaning alone.
    const usesKeywordIndex = index !== null && (arms.has('keyword') || hasOperators(parsed.root));
    const rules = usesKeywordIndex
      ? attempt('keyword', () =>
          keywordArm(index, softenPhrases(parsed), plan, !arms.has('semantic'), { languageOf: this.#languageOf }),
        )
      : null;
    const keyword = arms.has('keyword') ? rules : null;
    const tags = ifWanted('tags', () => this.#tagsArm(contentWords(parsed), filtered));
    const rare = new Set(classification.rare);
    const named = [...parsed.words, ...parsed.phrases];
    const links = ifWanted('links', () => this.#linksArm(named, (word) => rare.has(word), filtered));
    const conversation = ifWanted('conversation', () =>
      this.#conversationArm(settings.session!, filtered, {
        window: settings.window,
        overlap: keyword?.result.coverage ?? null,
        pronoun: plan.pronoun,
      }),
    );
    const excluded = rules?.result.excluded ?? null;
    const exact = exactMatches(index, plan);
    const semanticText = correctedText(parsed.semanticText, keyword?.result.corrections ?? []);
    return {
      keyword,
      semantic: null,
      tags,
      links,
      conversation,
      semanticText,
      embedding: null,
      ran,
      excluded,
      exact,
      degradations,
    };
  }

  /** Takes back corrections of words that the model knows, because they weren't typing errors. */
  uncorrect(plan: SearchPlan, found: Retrieved, { knownWords }: QueryEmbedding): Retrieved {
    const index = this.#parts.keyword;
    const known = new Set(knownWords);
    const options = { languageOf: this.#languageOf, knownWords: known };
    if (index === null || !found.keyword?.result.corrections.some(({ from }) => known.has(from))) return found;
    try {
      const keyword = this.#timed(() => keywordArm(index, softenPhrases(plan.parsed), plan, false, options));
      keyword.milliseconds += found.keyword.milliseconds;
      return { ...found, keyword, semanticText: correctedText(plan.parsed.semanticText, keyword.result.corrections) };
    } catch (error) {
      return { ...found, degradations: [...found.degradations, this.#failed('keyword', error as Error)] };
    }
  }

  retrieveSemantic(plan: SearchPlan, found: Retrieved, embedding: QueryEmbedding | Error): Retrieved {
    try {
      if (embedding instanceof Error) throw embedding;
      const { vectors, profile } = plan.semantic!;
      const besides = () => foundByOthers(found);
      const semantic = this.#timed(() =>
        semanticArm(vectors, embedding.vector, profile, plan, besides, this.#languageOf),
      );
      const keyword = besideMeaning(plan, found.keyword, embedding);
      return { ...found, keyword, semantic, embedding, ran: [...found.ran, 'semantic'] };
    } catch (error) {
      return { ...found, degradations: [...found.degradations, this.#failed('semantic', error as Error)] };
    }
  }

  readonly #languageOf = (row: number): LanguageId => this.#parts.table.language(row as Ordinal);

  #timed<Result extends ArmResult>(run: () => Result): Result {
    const started = this.#parts.clock();
    const result = run();
    result.milliseconds = this.#parts.clock() - started;
    return result;
  }

  #failed(arm: Arm, { message }: Error): string {
    this.#parts.log('arm-failed', { arm, message });
    return `${arm}: ${message}`;
  }
}

/** See `coverageExponent`. */
function besideMeaning(
  { parsed, arrays }: SearchPlan,
  keyword: KeywordArmResult | null,
  { vocabularyCoverage }: QueryEmbedding,
): KeywordArmResult | null {
  if (keyword === null) return null;
  const exponent = coverageExponent(contentWords(parsed).length, vocabularyCoverage);
  if (exponent === 0) return keyword;
  const { scores, sd, result } = keyword;
  return { ...keyword, evidence: keywordEvidence(scores, result.coverage, sd, { exponent, arrays }) };
}

/** Well above the 150 rows that are listed at first. */
const BEST_OF_AN_ARM = 1_000;

/** Their rank and label need the cosine too. */
function* foundByOthers(found: Retrieved): Generator<Ordinal> {
  const { keyword } = found;
  if (keyword !== null) {
    const { evidence } = keyword;
    const best = (a: number, b: number): number => evidence[b]! - evidence[a]! || a - b;
    yield* topK(shortlist(evidence, BEST_OF_AN_ARM), BEST_OF_AN_ARM, best) as Ordinal[];
  }
  for (const { candidates } of candidateArms(found)) yield* candidates.best(BEST_OF_AN_ARM) as Ordinal[];
}
