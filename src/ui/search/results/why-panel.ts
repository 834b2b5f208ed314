/**
 * Shows why a result was found. Only the relevance is calibrated, so only it is given as a percentage.
 * @tagname hs-why-panel
 */
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { ARMS, type Arm } from '../../../core/options/options.ts';
import type { Hit } from '../../../core/results/response.ts';
import { renderBar } from '../../shared/bar.ts';
import { formatNumber, formatPercent } from '../../shared/format.ts';
import { matchedWords } from '../../shared/marked-text.ts';
import { panelStyles } from '../../shared/panel.styles.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';
import { whyPanelStyles } from './why-panel.styles.ts';
import { whySentence } from './why-sentence.ts';

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
