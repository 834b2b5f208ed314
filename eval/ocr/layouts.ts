/** Makes HTML pages to take pictures of. The same seed gives the same page. */
import { distractors } from '../../src/testing/distractors.ts';
import { seededRandom } from '../../src/testing/seeded-random.ts';

export const KINDS = ['screenshot, light', 'screenshot, dark', 'slide', 'receipt', 'paper'] as const;
export type Kind = (typeof KINDS)[number];

export interface Camera {
  transform: string;
  /** Standard deviation of the sensor's noise, on a scale of 0–255. */
  noise: number;
  /** CSS pixels. */
  blur: number;
  /** How dark the side away from the light is, 0–1. */
  shade: number;
}

export interface PicturePage {
  kind: Kind;
  html: string;
  width: number;
  height: number;
  camera: Camera | null;
}

type Random = () => number;
type Texts = () => { title: string; text: string };

const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
const between = (random: Random, low: number, high: number): number => low + random() * (high - low);
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const cut = (text: string, words: number): string => text.split(' ').slice(0, words).join(' ');

const SANS = ['Noto Sans', 'Liberation Sans', 'DejaVu Sans'];
const SERIF = ['Noto Serif', 'Liberation Serif', 'DejaVu Serif'];
const MONO = ['Liberation Mono', 'DejaVu Sans Mono', 'Noto Sans Mono'];

const LIGHT = { ground: '#ffffff', side: '#f1f3f5', text: '#1f2328', faint: '#59636e', accent: '#0b57d0' };
const DARK = { ground: '#1e1f22', side: '#2b2d30', text: '#dfe1e5', faint: '#9da0a8', accent: '#6ba7ff' };
type Colours = typeof LIGHT;

const SCREENS = [mail, chat, code, settings];

/** @param seed an integer from 0; consecutive seeds cycle through the kinds */
export function picturePage(seed: number): PicturePage {
  const random = seededRandom(seed + 1);
  const kind = KINDS[seed % KINDS.length]!;
  const some = distractors(60, seed + 1);
  let at = 0;
  const texts: Texts = () => {
    const { title, text } = some[at++ % some.length]!;
    return { title: escaped(title ?? cut(text, 5)), text: escaped(text) };
  };
  if (kind === 'slide') return { kind, html: slide(random, texts), width: 1280, height: 720, camera: null };
  if (kind === 'receipt') return receipt(random);
  if (kind === 'paper') return paper(random, texts);
  const colours = kind === 'screenshot, dark' ? DARK : LIGHT;
  const screen = SCREENS[Math.floor(seed / KINDS.length) % SCREENS.length]!;
  return { kind, html: screen(random, texts, colours), width: 1280, height: 800, camera: null };
}

function page(style: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><style>* { box-sizing: border-box; margin: 0 }
p { margin: 0 0 0.6em } ${style}</style><body>${body}</body></html>`;
}

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

function screenStyle(random: Random, { ground, side, text, faint, accent }: Colours): string {
  return `body { background: ${ground}; color: ${text}; font: ${Math.round(between(random, 13, 16))}px/1.45 '${pick(random, SANS)}';
    display: flex; height: 800px; overflow: hidden }
  aside { background: ${side}; padding: 18px; overflow: hidden } main { flex: 1; padding: 22px; overflow: hidden }
  small, .faint { color: ${faint}; font-size: 12px } b, a, h2 { color: ${accent} } h1 { font-size: 22px; margin-bottom: 12px }`;
}

function mail(random: Random, texts: Texts, colours: Colours): string {
  const rows = times(7, () => {
    const { title, text } = texts();
    return `<p><b>${cut(title, 5)}</b><br><span>${cut(text, 5)}</span></p>`;
  });
  const letter = times(3, () => `<p>${texts().text}</p>`).join('');
  return page(
    `${screenStyle(random, colours)} aside { width: 330px } main p { max-width: 720px }`,
    `<aside><h1>Inbox</h1>${rows.join('')}</aside><main><h1>${texts().title}</h1><p class="faint">From the office, 14 March 2026</p>${letter}</main>`,
  );
}

function chat(random: Random, texts: Texts, colours: Colours): string {
  const bubbles = times(6, (at) => {
    const own = at % 2 === 1;
    const ground = own ? colours.accent : colours.side;
    const ink = own ? (colours === DARK ? '#10131a' : '#ffffff') : colours.text;
    return `<p style="background: ${ground}; color: ${ink}; padding: 9px 14px; border-radius: 14px; width: 560px; ${own ? 'margin-left: 120px' : ''}">${cut(texts().text, 30)}</p><small>${9 + at}:${10 + at * 7}</small>`;
  });
  const names = times(8, () => `<p>${cut(texts().title, 3)}</p>`).join('');
  return page(
    `${screenStyle(random, colours)} aside { width: 230px } main p { margin: 6px 0 2px }`,
    `<aside><h1>Chats</h1>${names}</aside><main>${bubbles.join('')}</main>`,
  );
}

function code(random: Random, texts: Texts, colours: Colours): string {
  const name = (): string =>
    cut(texts().title, 2)
      .toLowerCase()
      .replace(/[^a-z]+/g, '_');
  const lines = times(18, (at) => {
    const indent = '&nbsp;'.repeat(2 * (at % 3));
    return pick(random, [
      `${indent}const ${name()} = load("${name()}");`,
      `${indent}if (${name()} &gt; ${Math.floor(random() * 900)}) return;`,
      `${indent}// ${cut(texts().text, 8)}`,
      `${indent}${name()}.push(${name()});`,
    ]);
  });
  const files = times(10, () => `<p>${name()}.ts</p>`).join('');
  return page(
    `${screenStyle(random, colours)} aside { width: 230px } pre { font: 14px/1.5 '${pick(random, MONO)}' }`,
    `<aside>${files}</aside><main><pre>${lines.join('\n')}</pre></main>`,
  );
}

function settings(random: Random, texts: Texts, colours: Colours): string {
  const rows = times(7, () => {
    const { title, text } = texts();
    return `<p><b>${title}</b><br><small>${cut(text, 12)}</small></p>`;
  });
  const cells = times(8, () => {
    const price = (between(random, 3, 900) as number).toFixed(2);
    return `<tr><td>${cut(texts().title, 4)}</td><td>${Math.floor(between(random, 1, 60))}</td><td>${price}</td></tr>`;
  });
  return page(
    `${screenStyle(random, colours)} aside { width: 420px } td { padding: 5px 34px 5px 0 }`,
    `<aside><h1>Settings</h1>${rows.join('')}</aside><main><h1>${texts().title}</h1><table>${cells.join('')}</table></main>`,
  );
}

function slide(random: Random, texts: Texts): string {
  const [ground, ink] = pick(random, [
    ['linear-gradient(120deg, #0d3b66, #1d5c8f)', '#fdfdfd'],
    ['#fffaf0', '#222222'],
    ['linear-gradient(150deg, #2d1e2f, #7a3e48)', '#fff3e6'],
    ['#f4f8f5', '#123524'],
  ] as const);
  const points = times(4, () => `<li>${cut(texts().text, 12)}</li>`).join('');
  return page(
    `body { background: ${ground}; color: ${ink}; padding: 60px 80px; height: 720px; overflow: hidden; font: 28px/1.4 '${pick(random, SANS)}' }
    h1 { font: bold 50px/1.2 '${pick(random, [...SANS, ...SERIF])}'; margin-bottom: 34px } li { margin-bottom: 14px } footer { position: absolute; bottom: 24px; font-size: 17px }`,
    `<h1>${cut(texts().title, 6)}</h1><ul>${points}</ul><footer>${cut(texts().title, 5)}</footer>`,
  );
}

const SHOPS = ['Harbour Market', 'Corner Bakery', 'Green Grocer', 'Station Kiosk', 'Hardware Hall', 'City Pharmacy'];
const GOODS =
  'Whole milk|Rye bread|Butter|Tomatoes|Olive oil|Coffee beans|Bananas|Toothpaste|Light bulb|Batteries AA|Dish soap|Apple juice|Cheddar|Eggs large|Spaghetti|Red lentils|Paper towels|Chocolate|Yoghurt|Onions'.split(
    '|',
  );

function receipt(random: Random): PicturePage {
  const price = (): string => between(random, 0.4, 30).toFixed(2);
  const row = (left: string, right: string): string => `<div><span>${left}</span><span>${right}</span></div>`;
  const rows = times(9, () => row(pick(random, GOODS), price())).join('');
  const number = Math.floor(between(random, 100_000, 999_999));
  const body = `<main><h1>${pick(random, SHOPS)}</h1><p>${Math.floor(between(random, 1, 90))} Mill Street</p><p>Receipt ${number}</p>${rows}<hr>${row('TOTAL', price())}${row('Card payment', price())}<p>Thank you for your visit</p></main>`;
  const style = `main { width: 420px; margin: 60px auto; padding: 26px; background: #fbfaf6; color: #2a2a2a; font: ${Math.round(between(random, 17, 21))}px/1.5 '${pick(random, MONO)}' }
    h1 { font-size: 1.3em; text-align: center } p { text-align: center } div { display: flex; justify-content: space-between }`;
  return photographed('receipt', random, page(desk(random, style), body), 720, 900);
}

function paper(random: Random, texts: Texts): PicturePage {
  const paragraphs = times(5, () => `<p>${texts().text}</p>`).join('');
  const style = `main { width: 900px; height: 1160px; margin: 70px auto; padding: 80px; overflow: hidden; background: #f8f6f0; color: #262626;
      font: ${Math.round(between(random, 21, 26))}px/1.5 '${pick(random, [...SERIF, ...SANS])}' } h1 { font-size: 1.5em; margin-bottom: 0.8em }`;
  const body = `<main><h1>${texts().title}</h1>${paragraphs}</main>`;
  return photographed('paper', random, page(desk(random, style), body), 1100, 1300);
}

function desk(random: Random, style: string): string {
  const wood = pick(random, ['#6d4c33, #8a6547', '#40454a, #5b6166', '#8f8577, #a79c8c']);
  return `body { background: linear-gradient(${Math.floor(random() * 180)}deg, ${wood}); overflow: hidden } ${style}`;
}

function photographed(kind: Kind, random: Random, html: string, width: number, height: number): PicturePage {
  const degrees = (most: number): string => `${between(random, -most, most).toFixed(2)}deg`;
  return {
    kind,
    html,
    width,
    height,
    camera: {
      transform: `perspective(1800px) rotateX(${degrees(12)}) rotateY(${degrees(12)}) rotateZ(${degrees(6)})`,
      noise: between(random, 6, 18),
      blur: between(random, 0.2, 0.7),
      shade: between(random, 0.1, 0.4),
    },
  };
}
