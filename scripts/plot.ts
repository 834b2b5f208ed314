/** Draws stand-alone SVGs that are readable in light and dark mode. */
export interface Line {
  name: string;
  points: { x: number; y: number }[];
}

const WIDTH = 720;
const HEIGHT = 420;
const MARGIN = { left: 56, right: 190, top: 36, bottom: 44 };

interface Scale {
  of(value: number): number;
  ticks(values: readonly number[]): number[];
  written(tick: number): string;
}

const LINEAR: Scale = {
  of: (value) => value,
  ticks(values) {
    const [low, high] = [Math.floor(Math.min(...values) * 20) / 20, Math.ceil(Math.max(...values) * 20) / 20];
    return Array.from({ length: 5 }, (_, at) => low + ((high - low) * at) / 4);
  },
  written: (tick) => tick.toFixed(2),
};

export const LOGARITHMIC: Scale = {
  of: Math.log10,
  ticks(values) {
    const [low, high] = [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))];
    return Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at));
  },
  written: (tick) => tick.toLocaleString('en'),
};

/** @param title also becomes the accessible name */
export function linePlot(
  title: string,
  xLabel: string,
  yLabel: string,
  lines: readonly Line[],
  scale: Scale = LINEAR,
): string {
  const xs = lines.flatMap(({ points }) => points.map(({ x }) => x));
  const ys = lines.flatMap(({ points }) => points.map(({ y }) => y));
  const ticks = scale.ticks(ys);
  const between = (from: number, to: number, value: number): number =>
    (scale.of(value) - scale.of(from)) / (scale.of(to) - scale.of(from) || 1);
  const across = (x: number) =>
    MARGIN.left + between(Math.min(...xs), Math.max(...xs), x) * (WIDTH - MARGIN.left - MARGIN.right);
  const up = (y: number) =>
    HEIGHT - MARGIN.bottom - between(ticks[0]!, ticks.at(-1)!, y) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const colour = (at: number) => `hsl(${Math.round((360 * at) / lines.length)} 65% 45%)`;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}">`,
    `<style>text{font:12px system-ui,sans-serif;fill:currentColor}svg{color:#444}@media(prefers-color-scheme:dark){svg{color:#ccc}}</style>`,
    `<text x="${MARGIN.left}" y="20" font-weight="600">${escaped(title)}</text>`,
    ...ticks.map(
      (tick) =>
        `<path d="M${MARGIN.left} ${up(tick).toFixed(1)}H${WIDTH - MARGIN.right}" stroke="currentColor" stroke-opacity=".15"/>` +
        `<text x="${MARGIN.left - 6}" y="${(up(tick) + 4).toFixed(1)}" text-anchor="end">${scale.written(tick)}</text>`,
    ),
    ...[...new Set(xs)].map(
      (x) =>
        `<text x="${across(x).toFixed(1)}" y="${HEIGHT - 24}" text-anchor="middle">${x.toLocaleString('en')}</text>`,
    ),
    `<text x="${(WIDTH - MARGIN.right + MARGIN.left) / 2}" y="${HEIGHT - 6}" text-anchor="middle">${escaped(xLabel)}</text>`,
    `<text x="12" y="${HEIGHT / 2}" transform="rotate(-90 12 ${HEIGHT / 2})" text-anchor="middle">${escaped(yLabel)}</text>`,
    ...lines.map(({ points }, at) => {
      const path = points.map(
        ({ x, y }, step) => `${step === 0 ? 'M' : 'L'}${across(x).toFixed(1)} ${up(y).toFixed(1)}`,
      );
      return `<path d="${path.join('')}" fill="none" stroke="${colour(at)}" stroke-width="2"/>`;
    }),
    ...lines.map(
      ({ name }, at) =>
        `<text x="${WIDTH - MARGIN.right + 12}" y="${MARGIN.top + 8 + at * 17}" style="fill:${colour(at)}">${escaped(name)}</text>`,
    ),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

const ROW = 22;
const LABELS = 190;

export function dotPlot(
  title: string,
  series: readonly string[],
  rows: readonly { name: string; values: readonly (number | null)[] }[],
): string {
  const top = 64;
  const height = top + rows.length * ROW + 28;
  const given = rows.flatMap(({ values }) => values.filter((value) => value !== null));
  const low = Math.floor(Math.min(...given) * 10) / 10;
  const across = (value: number) => LABELS + ((value - low) / (1 - low)) * (WIDTH - LABELS - 24);
  const colour = (at: number) => `hsl(${Math.round((360 * at) / series.length + 170) % 360} 60% 42%)`;
  const ticks = Array.from({ length: Math.round((1 - low) * 10) + 1 }, (_, at) => low + at / 10);
  // The last series is what ships.
  const radius = (at: number) => (at === series.length - 1 ? 6 : 4);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<style>text{font:12px system-ui,sans-serif;fill:currentColor}svg{color:#444}@media(prefers-color-scheme:dark){svg{color:#ccc}}</style>`,
    `<text x="12" y="20" font-weight="600">${escaped(title)}</text>`,
    ...series.map((name, at) => {
      const x = 16 + at * 130;
      return `<circle cx="${x}" cy="40" r="${radius(at)}" fill="${colour(at)}"/><text x="${x + 11}" y="44">${escaped(name)}</text>`;
    }),
    ...ticks.map(
      (tick) =>
        `<path d="M${across(tick).toFixed(1)} ${top - 6}V${height - 22}" stroke="currentColor" stroke-opacity=".15"/>` +
        `<text x="${across(tick).toFixed(1)}" y="${height - 8}" text-anchor="middle">${tick.toFixed(1)}</text>`,
    ),
    ...rows.flatMap(({ name, values }, row) => {
      const y = top + row * ROW + ROW / 2;
      return [
        `<text x="${LABELS - 14}" y="${y + 4}" text-anchor="end">${escaped(name)}</text>`,
        ...values.map((value, at) =>
          value === null
            ? ''
            : `<circle cx="${across(value).toFixed(1)}" cy="${y}" r="${radius(at)}" fill="${colour(at)}"><title>${escaped(`${series[at]} ${value}`)}</title></circle>`,
        ),
      ];
    }),
    '</svg>',
  ];
  return `${parts.filter((part) => part !== '').join('\n')}\n`;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
