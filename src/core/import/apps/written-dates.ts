/** Reads dates that name their month, in the languages whose property names the reader of Notion knows. */

const LANGUAGES = ['de', 'es', 'fr'];
const DAY_FIRST =
  /^(\d{1,2})\.? (?:de )?(\p{L}{3,12}) (?:de )?(\d{4})(?:[^\d\n]{1,9}(\d{1,2})[:.](\d{2}))?(\s?[ap]\.?\s?m\b)?/iu;
const CHINESE = /^(\d{4})年(\d{1,2})月(\d{1,2})日(?:\s?([上下]午)?(\d{1,2}):(\d{2}))?/;

let months: ReadonlyMap<string, number> | undefined;

/** In local time, like a date without a time zone in English. */
export function timeOfWrittenDate(value: string): number | undefined {
  const dayFirst = DAY_FIRST.exec(value);
  if (dayFirst) {
    months ??= monthNames();
    const [, day, name, year, hour, minute, half = ''] = dayFirst;
    const month = months.get(name!.toLowerCase());
    if (month !== undefined) return localTime(year!, month, day!, hourOf(hour, half), minute);
  }
  const chinese = CHINESE.exec(value);
  if (chinese) {
    const [, year, month, day, half = '', hour, minute] = chinese;
    return localTime(year!, Number(month) - 1, day!, hourOf(hour, half), minute);
  }
  const time = Date.parse(value);
  return Number.isFinite(time) ? time : undefined;
}

const localTime = (year: string, month: number, day: string, hour: number, minute = '0'): number =>
  new Date(Number(year), month, Number(day), hour, Number(minute)).getTime();

/** @param half empty in a day of 24 hours */
function hourOf(hour = '0', half: string): number {
  if (half === '') return Number(hour);
  return (Number(hour) % 12) + (/p|下/i.test(half) ? 12 : 0);
}

function monthNames(): Map<string, number> {
  const names = new Map<string, number>();
  for (const language of LANGUAGES) {
    const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
    for (let month = 0; month < 12; month++) names.set(format.format(Date.UTC(2023, month, 15)).toLowerCase(), month);
  }
  return names;
}
