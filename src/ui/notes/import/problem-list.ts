/** Lists what could not be read, in the language of the element. */
import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { fillSentence, type ProblemSentences } from '../../../core/import/problem-sentences.ts';
import type { ImportProblem } from '../../shared/engine-access.ts';
import { icons } from '../../shared/icons.ts';
import { loadProblemSentences } from '../../strings/load-problems.ts';
import type { Strings } from '../../strings/strings.ts';

const MAX_PROBLEMS = 200;

export class ProblemList implements ReactiveController {
  readonly #host: ReactiveControllerHost & { strings: Strings };
  #locale = '';
  /** Null until they're loaded, or if they can't be. The messages are then in English. */
  #sentences: ProblemSentences | null = null;

  constructor(host: ReactiveControllerHost & { strings: Strings }) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    const { locale } = this.#host.strings;
    if (locale !== this.#locale) void this.#load(locale);
  }

  async #load(locale: string): Promise<void> {
    this.#locale = locale;
    const sentences = await loadProblemSentences(locale).catch(() => null);
    if (locale !== this.#locale) return;
    this.#sentences = sentences;
    this.#host.requestUpdate();
  }

  render(problems: readonly ImportProblem[]): TemplateResult {
    const { strings } = this.#host;
    return html`<h3 class="problem">${icons.warning}${strings.importProblems(problems.length)}</h3>
      <ul class="problems" tabindex="0" aria-label=${strings.importProblems(problems.length)}>
        ${problems.slice(0, MAX_PROBLEMS).map(
          (problem) => html`<li>
            <span class="where" dir=${strings.dir}>${strings.problemAt(problem.file, problem.line)}</span>
            ${this.#what(problem)}
          </li>`,
        )}
      </ul>`;
  }

  /** A reader that the page registered has its own text, in whichever language. */
  #what({ reason, values = {}, message }: ImportProblem): TemplateResult {
    const { strings } = this.#host;
    const sentence = reason && { ...this.#sentences, ...strings.problems }[reason];
    if (sentence === undefined) return html`<span class="what" dir="auto">${message}</span>`;
    return html`<span class="what" dir=${strings.dir}>${fillSentence(sentence, values, strings.locale)}</span>`;
  }
}
