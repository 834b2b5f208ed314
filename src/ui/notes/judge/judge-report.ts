import { html, type TemplateResult } from 'lit';
import { renderBar } from '../../shared/bar.ts';
import type { EvaluationReport } from '../../shared/engine-access.ts';
import { formatNumber } from '../../shared/format.ts';
import type { Strings } from '../../strings/strings.ts';
import type { Sweep } from './alpha-sweep.ts';

export interface JudgeReportView {
  strings: Strings;
  /** Only a report, without a sweep, if search by meaning isn't ready. */
  result: Sweep | { report: EvaluationReport };
  /** Null: automatic. */
  alpha: number | null;
  onTake: (alpha: number) => void;
}

const SHOWN = ['keyword', 'semantic', 'hybrid'] as const;

const number = ({ locale }: Strings, value: number, digits: number): string => formatNumber(value, locale, digits);

export function renderJudgeReport(view: JudgeReportView): TemplateResult {
  const { strings, result } = view;
  const { columns } = result.report;
  return html`<table>
        <caption>${strings.judgeQuality}</caption>
        <thead><tr><td></td><th scope="col">nDCG@10</th><th scope="col">MRR</th></tr></thead>
        <tbody>
          ${SHOWN.map((column) => {
            const values = columns[column];
            const name = column === 'hybrid' ? strings.judgeBoth : strings.arm[column];
            return html`<tr>
              <th scope="row">${name}</th>
              <td>${values ? number(strings, values['ndcg@10'], 3) : '–'}</td>
              <td>${values ? number(strings, values.mrr, 3) : '–'}</td>
            </tr>`;
          })}
        </tbody>
      </table>
      ${'bestAlpha' in result ? renderWeights(view, result) : html`<p class="hint">${strings.judgeNoMeaning}</p>`}`;
}

function renderWeights(
  { strings, alpha: used, onTake }: JudgeReportView,
  { byAlpha, bestAlpha, gain }: Sweep,
): TemplateResult {
  const signed = (value: number): string => `${value > 0 ? '+' : ''}${number(strings, value, 3)}`;
  return html`<ul class="alphas" aria-label=${strings.judgeWeights}>
        ${byAlpha.map(
          ({ alpha, ndcg }) => html`<li ?data-best=${alpha === bestAlpha}>
            <span>${number(strings, alpha, 1)}</span>${renderBar(ndcg)}<span>${number(strings, ndcg, 3)}</span>
          </li>`,
        )}
      </ul>
      <p>${strings.judgeBest(number(strings, bestAlpha, 1), signed(gain.mean), signed(gain.low), signed(gain.high))}</p>
      <p class="hint">${gain.low > 0 ? strings.judgeSure : strings.judgeUnsure}</p>
      <button type="button" class="outlined" part="button" ?disabled=${used === bestAlpha} @click=${() => onTake(bestAlpha)}>
        ${strings.judgeTake(number(strings, bestAlpha, 1))}
      </button>`;
}
