/**
 * Shows why a result was found. Only the relevance is calibrated, so only it is given as a percentage.
 * @tagname hs-why-panel
 */
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { ARMS, type Arm } from '../../../core/options/options.ts';
import type { Hit } from '../../../core/results/response.ts';
import { fold } from '../../../core/text/fold.ts';
import { isFunctionWordAsTyped } from '../../../core/text/function-words.ts';
import { renderBar } from '../../shared/bar.ts';
import { formatNumber, formatPercent } from '../../shared/format.ts';
import { matchedWords } from '../../shared/marked-text.ts';
import { panelStyles } from '../../shared/panel.styles.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';
import { whyPanelStyles } from './why-panel.styles.ts';

export class WhyPanelElement extends LitElement {
  static override styles = [panelStyles, whyPanelStyles];

  @property({ attribute: false }) strings!: SearchStrings;
  @property({ attribute: false }) hit!: Hit;
  @property({ attribute: false }) asked: readonly string[] = [];

  protected override render(): TemplateResult {
    const { strings, hit } = this;
    const { scores, memory } = hit;
    const { locale } = strings;
    const sum = ARMS.reduce((total, arm) => total + (scores.contributions[arm] ?? 0), 0);
    const arms = ARMS.filter((arm) => arm === 'keyword' || arm === 'semantic' || (scores.contributions[arm] ?? 0) > 0);
    const words = matchedWords(hit.highlights, { title: memory.title ?? '', text: memory.text });
    return html`<section aria-label=${strings.why}>
      <p class="sentence" dir="auto">${whySentence(hit, this.asked, strings)}</p>
      <details>
      <summary>${strings.whyNumbers}</summary>
      <table>
        <caption class="visually-hidden">
          ${strings.contribution}
        </caption>
        <tbody>
          ${arms.map((arm) => this.#armRow(arm, sum > 0 ? (scores.contributions[arm] ?? 0) / sum : 0))}
        </tbody>
      </table>
      <dl>
        ${
          words.length > 0
            ? fact(
                strings.matchedWords,
                words.map((word) => html`<span class="word" dir="auto">${word}</span>`),
              )
            : nothing
        }
        ${scores.tagMatches.length > 0 ? fact(strings.matchedTags, scores.tagMatches.join(', ')) : nothing}
        ${fact(strings.relevance, formatPercent(scores.relevance, locale))}
        ${fact(
          strings.recency,
          scores.recencyFactor === 1 ? strings.recencyNone : `× ${formatNumber(scores.recencyFactor, locale, 2)}`,
        )}
        ${hit.duplicates.length > 0 ? fact(strings.duplicates(hit.duplicates.length), hit.duplicates.map((copy) => copy.source ?? copy.type).join(', ')) : nothing}
        ${hit.linkPath && hit.linkPath.length > 0 ? fact(strings.linkedFrom, hit.linkPath.join(' → ')) : nothing}
      </dl>
      </details>
    </section>`;
  }

  #armRow(arm: Arm, share: number): TemplateResult {
    const { strings, hit } = this;
    const { scores } = hit;
    const { locale } = strings;
    const rank = arm === 'keyword' ? scores.keywordRank : arm === 'semantic' ? scores.semanticRank : null;
    const detail: string[] = [];
    if (rank !== null) detail.push(strings.armRank(rank));
    else if (arm === 'keyword' || arm === 'semantic') detail.push(strings.notFoundByArm);
    if (arm === 'keyword' && scores.keywordScore !== null && scores.keywordScore > 0)
      detail.push(`${strings.keywordScore} ${formatNumber(scores.keywordScore, locale, 1)}`);
    if (arm === 'semantic' && scores.similarity !== null)
      detail.push(`${strings.similarity} ${formatNumber(scores.similarity, locale, 2)}`);
    return html`<tr>
      <th scope="row">${strings.arm[arm]}</th>
      <td class="share">${renderBar(share, arm)}</td>
      <td class="detail">${detail.join(' · ')}</td>
    </tr>`;
  }
}

function fact(name: string, value: unknown): TemplateResult {
  return html`<div><dt>${name}</dt><dd dir="auto">${value}</dd></div>`;
}

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
