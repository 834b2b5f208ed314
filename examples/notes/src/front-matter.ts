/** The few fields that the app uses, each on one line (tags may be a list). Skips nested YAML, never changes it. */
export interface FrontMatter {
  /** Length of the whole block in UTF-16 units. 0 if there's none. */
  length: number;
  title: string | null;
  /** Milliseconds since 1970. Null if there's no date, or it can't be read. */
  date: number | null;
  tags: string[];
}

const BLOCK = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
/** At least one line must be a field. Otherwise, two rules around a paragraph would count as front matter. */
const FIELD = /^([\w-]+)[ \t]*:[ \t]*(.*)$/;
const DATES = new Set(['date', 'created', 'createdat', 'created_at', 'created-at']);
const NONE: FrontMatter = { length: 0, title: null, date: null, tags: [] };

export function frontMatterOf(text: string): FrontMatter {
  const block = BLOCK.exec(text);
  const lines = (block?.[1] ?? '').split(/\r?\n/);
  if (!block || !lines.some((line) => FIELD.test(line))) return NONE;
  const found: FrontMatter = { ...NONE, length: block[0].length, tags: [] };
  let list = false;
  for (const line of lines) {
    const item = /^\s*-\s+(.+)$/.exec(line)?.[1];
    if (item !== undefined) {
      if (list) found.tags.push(...tagsIn(item));
      continue;
    }
    const [, name = '', rest = ''] = FIELD.exec(line) ?? [];
    const field = name.toLowerCase();
    const value = unquoted(rest);
    list = field === 'tags' || field === 'tag';
    if (list) found.tags.push(...tagsIn(value));
    else if (field === 'title' && value !== '') found.title ??= value;
    else if (DATES.has(field)) found.date ??= timeOf(value);
  }
  return found;
}

const unquoted = (value: string): string => {
  const plain = value.replace(/\s+#.*$/, '').trim();
  return /^(["'])(.*)\1$/.exec(plain)?.[2] ?? plain;
};

const tagsIn = (value: string): string[] =>
  unquoted(value)
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((tag) => unquoted(tag).replace(/^#/, '').toLowerCase())
    .filter((tag) => tag !== '');

/** A date without a time means midnight in the user's time zone, and not in UTC. */
function timeOf(value: string): number | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?)?$/.exec(value);
  if (!match) return null;
  const [, year, month, day, clock = '00:00', zone = ''] = match;
  const time = Date.parse(`${year}-${month}-${day}T${clock}${zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`);
  // The browser accepts 31 February, and makes it a day in March.
  const isDay = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
  return Number.isNaN(time) || !isDay ? null : time;
}
