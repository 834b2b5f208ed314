/** Offers to read files that aren't UTF-8 in the encoding that older programs used for a language. */
import { html, type TemplateResult } from 'lit';
import type { Strings } from '../../strings/strings.ts';

/**
 * Languages as BCP 47 tags. The first encoding is the most common one. Source: the defaults by locale in the HTML
 * standard, "Determining the character encoding".
 */
export const ENCODINGS: readonly (readonly [encoding: string, languages: readonly string[]])[] = [
  ['windows-1252', ['de', 'en', 'es', 'fr', 'it', 'pt', 'nl', 'sv']],
  ['windows-1250', ['pl', 'cs', 'hu', 'hr']],
  ['windows-1251', ['ru', 'uk', 'bg', 'sr']],
  ['windows-1253', ['el']],
  ['windows-1254', ['tr']],
  ['windows-1255', ['he']],
  ['windows-1256', ['ar', 'fa']],
  ['windows-1257', ['lt', 'lv', 'et']],
  ['windows-1258', ['vi']],
  ['windows-874', ['th']],
  ['shift_jis', ['ja']],
  ['euc-kr', ['ko']],
  ['gb18030', ['zh-Hans']],
  ['big5', ['zh-Hant']],
  ['macintosh', ['de', 'en', 'es', 'fr']],
];

/** Returns the encoding for the first language (BCP 47) that has one, by default Windows-1252. */
export function usualEncoding(languages: readonly string[]): string {
  for (const language of languages) {
    const { language: base, script } = new Intl.Locale(language).maximize();
    const usual = ENCODINGS.find(([, tags]) => tags.includes(base) || tags.includes(`${base}-${script}`));
    if (usual) return usual[0];
  }
  return ENCODINGS[0]![0];
}

export function renderEncodingOffer(
  files: number,
  chosen: string | undefined,
  strings: Strings,
  read: (encoding: string) => void,
): TemplateResult {
  const names = new Intl.DisplayNames([strings.locale], { type: 'language' });
  const list = new Intl.ListFormat(strings.locale, { style: 'short', type: 'unit' });
  const shown = chosen ?? usualEncoding([strings.locale, ...navigator.languages]);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    read(String(new FormData(event.currentTarget as HTMLFormElement).get('encoding')));
  };
  return html`<form class="row encoding" @submit=${submit}>
    <label for="encoding">${strings.importEncoding(files)}</label>
    <select id="encoding" class="input" part="field" name="encoding">
      ${ENCODINGS.map(
        ([encoding, languages]) =>
          html`<option value=${encoding} ?selected=${encoding === shown}>${list.format(languages.map((tag) => names.of(tag) ?? tag))} (${encoding})</option>`,
      )}
    </select>
    <button class="outlined" part="button">${strings.importDecode}</button>
  </form>`;
}
