/** Runs the arms of a plan: keyword, tags, links and conversation at once, the semantic one when the query is embedded. */
import type { Arm } from '../../core/options/options.ts';
import { hasOperators, softenPhrases } from '../../core/query/soft-phrases.ts';
import { tellingWords } from '../../core/query/telling-terms.ts';
import { coverageExponent, keywordEvidence } from '../../core/ranking/evidence.ts';
import { shortlist } from '../../core/ranking/shortlist.ts';
import { topK } from '../../core/ranking/top-k.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import type { QueryEmbedding } from '../../protocol/embedder-api.ts';
import type { RowIndexes } from '../table/row-indexes.ts';
import { type ArmResult, armResults, type KeywordArmResult, type Retrieved } from './arms/arm.ts';
import { createConversationArm } from './arms/conversation.ts';
import { exactMatches } from './arms/exact.ts';
import { keywordArm } from './arms/keyword.ts';
import { createLinksArm } from './arms/links.ts';
import { semanticArm } from './arms/semantic.ts';
import { createTagsArm } from './arms/tags.ts';
import type { SearchParts } from './contract.ts';
import type { MessageGroups } from './message-groups.ts';
import type { SearchPlan } from './stages.ts';

export interface Retriever {
  /** All but the semantic arm. */
  retrieveLexical(plan: SearchPlan): Retrieved;
  /** `found` with the semantic arm's answer; without it where the query could not be embedded. */
  retrieveSemantic(plan: SearchPlan, found: Retrieved, embedding: QueryEmbedding | Error): Retrieved;
}

export function createRetriever(parts: SearchParts, indexes: RowIndexes, groups: MessageGroups): Retriever {
  const { table } = parts;
  const tagsArm = createTagsArm(table, indexes);
  const linksArm = createLinksArm(table, indexes);
  const conversationArm = createConversationArm(table, groups);

  const failed = (degradations: string[], arm: Arm, { message }: Error): null => {
    degradations.push(`${arm}: ${message}`);
    parts.log('arm-failed', { arm, message });
    return null;
  };
  const timed = <Result extends ArmResult>(run: () => Result): Result => {
    const started = parts.clock();
    const result = run();
    result.milliseconds = parts.clock() - started;
    return result;
  };

  /** Asked again where a word was replaced that the model knows: it is no slip, though no memory holds it. */
  const withoutSlips = (
    plan: SearchPlan,
    keyword: KeywordArmResult | null,
    { knownWords }: QueryEmbedding,
  ): KeywordArmResult | null => {
    const known = new Set(knownWords);
    if (parts.keyword === null || !keyword?.result.corrections.some(({ from }) => known.has(from))) return keyword;
    const again = timed(() => keywordArm(parts.keyword!, softenPhrases(plan.parsed), plan, false, known));
    again.milliseconds += keyword.milliseconds;
    return again;
  };

  return {
    retrieveLexical(plan) {
      const { arms, parsed, settings, classification } = plan;
      const { filtered } = plan.scopes;
      const index = parts.keyword;
      const ran: Arm[] = [];
      const degradations = [...plan.degradations];
      /** Each failing arm is logged once, named, and left out. */
      const attempt = <Result extends ArmResult>(arm: Arm, run: () => Result): Result | null => {
        try {
          const result = timed(run);
          if (arms.has(arm)) ran.push(arm);
          return result;
        } catch (error) {
          return failed(degradations, arm, error as Error);
        }
      };

      // Operators bind every arm, so a search by meaning alone still asks the keyword index what they rule out.
      const asked = index !== null && (arms.has('keyword') || hasOperators(parsed.root));
      const rules = asked
        ? attempt('keyword', () => keywordArm(index, softenPhrases(parsed), plan, !arms.has('semantic')))
        : null;
      const keyword = arms.has('keyword') ? rules : null;
      const telling = tellingWords(parsed);
      const tags = arms.has('tags') ? attempt('tags', () => tagsArm(telling, filtered)) : null;
      const rare = new Set(classification.rare);
      const named = [...parsed.words, ...parsed.phrases];
      const links = arms.has('links')
        ? attempt('links', () => linksArm(named, (word) => rare.has(word), filtered))
        : null;
      const conversation = arms.has('conversation')
        ? attempt('conversation', () =>
            conversationArm(settings.session!, filtered, {
              window: settings.window,
              overlap: keyword?.result.coverage ?? null,
              pronoun: plan.pronoun,
            }),
          )
        : null;
      return {
        keyword,
        semantic: null,
        tags,
        links,
        conversation,
        embedding: null,
        ran,
        excluded: rules?.result.excluded ?? null,
        exact: exactMatches(index, plan),
        degradations,
      };
    },

    retrieveSemantic(plan, found, embedding) {
      const { semantic: side } = plan;
      const degradations = [...found.degradations];
      try {
        if (embedding instanceof Error) throw embedding;
        const { vectors, profile } = side!;
        const besides = () => foundByOthers(found);
        const semantic = timed(() =>
          semanticArm(vectors, embedding.vector, profile, plan, besides, (row) => table.language(row as Ordinal)),
        );
        const keyword = besideMeaning(plan, withoutSlips(plan, found.keyword, embedding), embedding);
        return { ...found, keyword, semantic, embedding, ran: [...found.ran, 'semantic'], degradations };
      } catch (error) {
        failed(degradations, 'semantic', error as Error);
        return { ...found, degradations };
      }
    },
  };
}

/** The keyword arm with the evidence that counts once the model has been asked: see `coverageExponent`. */
function besideMeaning(
  { parsed, arrays }: SearchPlan,
  keyword: KeywordArmResult | null,
  { vocabularyCoverage }: QueryEmbedding,
): KeywordArmResult | null {
  if (keyword === null) return null;
  const exponent = coverageExponent(tellingWords(parsed).length, vocabularyCoverage);
  if (exponent === 0) return keyword;
  const { scores, sd, result } = keyword;
  return { ...keyword, evidence: keywordEvidence(scores, result.coverage, sd, { exponent, arrays }) };
}

/** Of each arm; a page shows 150 at first. */
const BEST_OF_AN_ARM = 1_000;

/** The best of every arm, whose rank and label want both words and meaning. */
function* foundByOthers(found: Retrieved): Generator<Ordinal> {
  for (const { evidence, count } of armResults(found)) {
    if (count === 0) continue;
    const best = (a: number, b: number): number => evidence[b]! - evidence[a]! || a - b;
    yield* topK(shortlist(evidence, BEST_OF_AN_ARM), BEST_OF_AN_ARM, best) as Ordinal[];
  }
}
