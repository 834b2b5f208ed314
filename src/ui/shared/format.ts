const DAY = 86_400_000;

/** Creating a formatter takes 0.1 to 1 ms, and each row of a list needs several. */
function kept<Options, Formatter>(make: (locale: string, options: Options) => Formatter) {
  const formatters = new Map<string, Formatter>();
  return (locale: string, options: Options): Formatter => {
    const key = `${locale} ${JSON.stringify(options)}`;
    let formatter = formatters.get(key);
    if (!formatter) {
      formatter = make(locale, options);
      formatters.set(key, formatter);
    }
    return formatter;
  };
}

const numberFormat = kept((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
const dateFormat = kept((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));
const languageNames = kept((locale, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(locale, options));
const listFormat = kept((locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options));
const relativeFormat = kept(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);

export function formatBytes(bytes: number, locale: string): string {
  const [value, unit] =
    bytes < 1_000
      ? [bytes, 'byte']
      : bytes < 1_000_000
        ? [bytes / 1_000, 'kilobyte']
        : bytes < 1_000_000_000
          ? [bytes / 1_000_000, 'megabyte']
          : [bytes / 1_000_000_000, 'gigabyte'];
  return numberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && bytes >= 1_000 ? 1 : 0,
  }).format(value);
}

/** `share` is 0–1. */
export function formatPercent(share: number, locale: string): string {
  return numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

export function formatNumber(value: number, locale: string, fractionDigits = 0): string {
  return numberFormat(locale, { maximumFractionDigits: fractionDigits }).format(value);
}

/**
 * Gives "today" or "3 days ago" within six days either way, otherwise the date, with the year if it isn't this year.
 */
export function formatDay(time: number, now: number, locale: string): string {
  const midnight = (at: number): number => new Date(at).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(time) - midnight(now)) / DAY);
  if (Math.abs(days) < 7) return relativeFormat(locale, { numeric: 'auto' }).format(days, 'day');
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return dateFormat(
    locale,
    sameYear ? { day: 'numeric', month: 'short' } : { day: 'numeric', month: 'short', year: 'numeric' },
  ).format(time);
}

export function formatDateTime(time: number, locale: string): string {
  return dateFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(time);
}

/** Formats `2026-11` as "November 2026". */
export function formatMonth(month: string, locale: string): string {
  const [year, number] = month.split('-').map(Number);
  if (!year || !number) return month;
  return dateFormat(locale, { month: 'long', year: 'numeric' }).format(new Date(year, number - 1, 1));
}

/** Returns, for example, "2019–2026", or "2019" if both are in the same year. */
export function formatYears(from: number, to: number, locale: string): string {
  return dateFormat(locale, { year: 'numeric' }).formatRange(from, to);
}

export function formatDuration(milliseconds: number, locale: string): string {
  const [value, unit] = milliseconds < 1_000 ? [milliseconds, 'millisecond'] : [milliseconds / 1_000, 'second'];
  return numberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: unit === 'second' ? 1 : 0,
  }).format(value);
}

export function formatSpan(seconds: number, locale: string): string {
  const [value, unit] =
    seconds < 90
      ? [Math.max(1, Math.round(seconds)), 'second']
      : seconds < 5_400
        ? [Math.round(seconds / 60), 'minute']
        : [Math.round(seconds / 3_600), 'hour'];
  return numberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
}

/** Returns, for example, "German and Chinese". Null for more than two languages, or if one has no name (`other`). */
export function formatLanguages(codes: readonly string[], locale: string): string | null {
  if (codes.length > 2 || codes.includes('other')) return null;
  const names = codes.map((code) => languageNames(locale, { type: 'language' }).of(code) ?? code);
  return listFormat(locale, { type: 'conjunction' }).format(names);
}
