/** What a look at files found, a line for each format, before anything is imported. */
import { html, nothing, type TemplateResult } from 'lit';
import type { ImportContent, ImportFormat, ImportPreview, ImportProblem } from '../../shared/engine-access.ts';
import { formatYears } from '../../shared/format.ts';
import { icons } from '../../shared/icons.ts';
import type { Strings } from '../../strings/strings.ts';

type NamedFormat = Exclude<ImportFormat, keyof Strings['importFormats']>;

/** Names of programs and files, which no language translates. */
const FORMAT_NAMES: { readonly [format in NamedFormat]: string } = {
  json: 'JSON',
  jsonl: 'JSON Lines',
  markdown: 'Markdown',
  csv: 'CSV',
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  telegram: 'Telegram',
  whatsapp: 'WhatsApp',
  keep: 'Google Keep',
  notion: 'Notion',
  joplin: 'Joplin',
  html: 'HTML',
  mhtml: 'MHTML',
  enex: 'Evernote',
  epub: 'EPUB',
  docx: 'Word',
  pdf: 'PDF',
};

/** "ChatGPT: 1,204 conversations, 31,880 messages, 2019–2026" */
export function contentLine({ format, files, memories, threads, from, to }: ImportContent, strings: Strings): string {
  const name =
    format in strings.importFormats
      ? strings.importFormats[format as keyof Strings['importFormats']]
      : FORMAT_NAMES[format as NamedFormat];
  const isChat = threads > 0 && format !== 'mail';
  const count = isChat
    ? strings.importChats(threads, memories)
    : format === 'pdf'
      ? strings.importPages(memories)
      : strings.importRows(memories);
  const parts = [
    ...(files > 1 ? [strings.importFiles(files)] : []),
    count,
    ...(from === undefined || to === undefined ? [] : [formatYears(from, to, strings.locale)]),
  ];
  return `${name}: ${new Intl.ListFormat(strings.locale, { type: 'unit', style: 'short' }).format(parts)}`;
}

/** Files of which nothing could be read. */
export const unreadableFiles = (problems: readonly ImportProblem[]): number =>
  new Set(problems.filter(({ line, code }) => line === 0 && code !== 'left-out').map(({ file }) => file)).size;

export const memoriesOf = ({ contents }: ImportPreview): number =>
  contents.reduce((sum, { memories }) => sum + memories, 0);

interface Actions {
  confirm(): void;
  cancel(): void;
}

/** The heading takes the focus, since the buttons before it may be gone. */
export function renderFound(
  preview: ImportPreview,
  skipped: number,
  strings: Strings,
  { confirm, cancel }: Actions,
): TemplateResult {
  const memories = memoriesOf(preview);
  const unreadable = unreadableFiles(preview.problems);
  return html`
    ${
      memories === 0
        ? html`<p>${strings.importNothing}</p>`
        : html`<ul class="found">
            ${preview.contents
              .filter((content) => content.memories > 0)
              .map((content) => html`<li><bdi>${contentLine(content, strings)}</bdi></li>`)}
          </ul>`
    }
    ${unreadable > 0 ? html`<p class="problem">${icons.warning}${strings.importUnreadable(unreadable)}</p>` : nothing}
    ${skipped > 0 ? html`<p class="hint">${strings.importSkipped(skipped)}</p>` : nothing}
    <div class="buttons">
      ${
        memories > 0
          ? html`<button type="button" class="primary confirm" part="button primary" @click=${confirm}>${strings.importConfirm(memories)}</button>`
          : nothing
      }
      <button type="button" class="outlined" part="button" @click=${cancel}>${strings.cancel}</button>
    </div>
  `;
}
