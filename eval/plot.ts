/** A line plot as a stand-alone SVG: one line a set, one point a value. No dependency, readable in light and dark. */
export interface Line {
  name: string;
  points: { x: number; y: number }[];
}

const WIDTH = 720;
const HEIGHT = 420;
const MARGIN = { left: 56, right: 190, top: 36, bottom: 44 };

/** @param title also the accessible name */
export function linePlot(title: string, xLabel: string, yLabel: string, lines: readonly Line[]): string {
  const xs = lines.flatMap(({ points }) => points.map(({ x }) => x));
  const ys = lines.flatMap(({ points }) => points.map(({ y }) => y));
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [low, high] = [Math.floor(Math.min(...ys) * 20) / 20, Math.ceil(Math.max(...ys) * 20) / 20];
  const across = (x: number) => MARGIN.left + ((x - left) / (right - left || 1)) * (WIDTH - MARGIN.left - MARGIN.right);
  const up = (y: number) =>
    HEIGHT - MARGIN.bottom - ((y - low) / (high - low || 1)) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const colour = (at: number) => `hsl(${Math.round((360 * at) / lines.length)} 65% 45%)`;
  const ticks = Array.from({ length: 5 }, (_, at) => low + ((high - low) * at) / 4);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}">`,
    `<style>text{font:12px system-ui,sans-serif;fill:currentColor}svg{color:#444}@media(prefers-color-scheme:dark){svg{color:#ccc}}</style>`,
    `<text x="${MARGIN.left}" y="20" font-weight="600">${escaped(title)}</text>`,
    ...ticks.map(
      (tick) =>
        `<path d="M${MARGIN.left} ${up(tick).toFixed(1)}H${WIDTH - MARGIN.right}" stroke="currentColor" stroke-opacity=".15"/>` +
        `<text x="${MARGIN.left - 6}" y="${(up(tick) + 4).toFixed(1)}" text-anchor="end">${tick.toFixed(2)}</text>`,
    ),
    ...[...new Set(xs)].map(
      (x) => `<text x="${across(x).toFixed(1)}" y="${HEIGHT - 24}" text-anchor="middle">${x}</text>`,
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

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
