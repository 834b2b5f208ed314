/** The arms that need no model: keyword, tags, links, conversation, and who holds which identifier or anchor. */

import type { Arm } from '../../../core/options/options.ts';
import type { TableStructures } from '../caches.ts';
import type { SearchDeps } from '../deps.ts';
import type { SearchPlan } from '../plan.ts';
import type { ArmResult } from './arm-result.ts';
import { conversationArm } from './conversation-arm.ts';
import { type KeywordArmResult, keywordArm } from './keyword-arm.ts';
import { type LinksArmResult, linksArm } from './links-arm.ts';
import { hasOperators, softenPhrases } from './soft-phrases.ts';
import { type TagsArmResult, tagsArm } from './tags-arm.ts';
import { completionsOfUnheld } from './unheld-identifiers.ts';

export interface WordArms {
  keyword: KeywordArmResult | null;
  tags: TagsArmResult | null;
  links: LinksArmResult | null;
  conversation: ArmResult | null;
  /** Arms that ran without failing, empty ones included. */
  ran: Arm[];
  /** 1 = ruled out by an operator, for every arm. */
  excluded: Uint8Array | null;
  identifierHolders: Uint8Array[];
  /** For a query of identifiers that no memory holds: 1 = completes one; null in all other queries. */
  completions: Uint8Array | null;
  anchors: { names: string[]; holders: Uint8Array[] };
}

/** Each failing arm is logged once, named in `degradations`, and left out. */
export function runWordArms(
  deps: SearchDeps,
  structures: TableStructures,
  plan: SearchPlan,
  degradations: string[],
): WordArms {
  const { arms, parsed, settings, classification } = plan;
  const { visible, filtered } = plan.scopes;
  const index = deps.keyword;
  const ran: Arm[] = [];

  const attempt = <Result extends ArmResult>(arm: Arm, run: () => Result): Result | null => {
    const started = deps.clock();
    try {
      const result = run();
      result.milliseconds = deps.clock() - started;
      ran.push(arm);
      return result;
    } catch (error) {
      degradations.push(`${arm}: ${(error as Error).message}`);
      deps.log('arm-failed', { arm, message: (error as Error).message });
      return null;
    }
  };

  // Operators bind every arm, so a search by meaning alone still asks the keyword index what they rule out.
  const ruled = index !== null && (arms.has('keyword') || hasOperators(parsed.root));
  const rules = ruled
    ? attempt('keyword', () =>
        keywordArm(
          index,
          softenPhrases(parsed),
          visible,
          filtered,
          { prefix: settings.prefix, typoTolerance: settings.typoTolerance },
          !arms.has('semantic'),
        ),
      )
    : null;
  if (!arms.has('keyword')) ran.splice(0);
  const keyword = arms.has('keyword') ? rules : null;

  const meaningful = parsed.words.filter((word) => !deps.stages.isFunctionWord(word));
  const tags = arms.has('tags')
    ? attempt('tags', () => tagsArm(structures.tags(), meaningful, filtered, deps.table))
    : null;
  const rare = new Set(classification.anchors);
  const links = arms.has('links')
    ? attempt('links', () =>
        linksArm(
          structures.links(),
          [...parsed.words, ...parsed.phrases],
          (word) => rare.has(word),
          filtered,
          deps.table,
        ),
      )
    : null;
  const conversation = arms.has('conversation')
    ? attempt('conversation', () =>
        conversationArm(deps.table, structures.sessions().get(settings.session!) ?? [], filtered, {
          window: settings.window,
          overlap: keyword?.result.coverage ?? null,
          pronoun: plan.pronoun,
        }),
      )
    : null;

  const exact = plan.tiered && index !== null ? classification.identifiers : [];
  const identifierHolders = exact.map((identifier) => index!.containing(identifier, filtered));
  const codesAlone = classification.pureIdentifier && parsed.phrases.length === 0 && !plan.browse;
  const boosted = plan.boosted && index !== null ? classification.anchors : [];
  return {
    keyword,
    tags,
    links,
    conversation,
    ran,
    excluded: rules?.result.excluded ?? null,
    identifierHolders,
    completions:
      codesAlone && index !== null
        ? completionsOfUnheld(index, parsed, identifierHolders, filtered, settings.prefix)
        : null,
    anchors: { names: boosted, holders: boosted.map((anchor) => index!.containing(anchor, filtered)) },
  };
}
