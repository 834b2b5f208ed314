import { mebibytes, ms } from '../row.ts';
import { type Differences, LIBRARIES } from './libraries.ts';
import type { Measured } from './measure.ts';
import { KINDS, type Kind } from './peer.ts';

export interface Outcome {
  library: string;
  /** A number of generated documents, or the name of a judged set. */
  corpus: string;
  measured: Measured;
}

export interface PageParts {
  outcomes: readonly Outcome[];
  versions: { readonly [library: string]: string };
  scripts: { readonly [library: string]: number | null };
  about: { machine: string; commit: string; at: string; load: number };
}

const OURS = 'hybrid-search';
const isPeer = (library: string): boolean => library !== OURS && LIBRARIES[library]!.ranksAs !== OURS;
/** A row with less has to give a reason. */
const ASKED = 10;
const NONE = '–';
const isSize = (corpus: string): boolean => /^\d+$/.test(corpus);
const count = (corpus: string): string => Number(corpus).toLocaleString('en');

export function page({ outcomes, versions, scripts, about }: PageParts): string {
  const corpora = [...new Set(outcomes.map(({ corpus }) => corpus))];
  const sizes = corpora.filter(isSize);
  const sets = corpora.filter((corpus) => !isSize(corpus));
  const sections = [
    `# Peers

Written by \`npm run bench:peers -- --write\` on ${about.machine}, ${about.at.slice(0, 16).replace('T', ' ')} UTC, commit ${about.commit}, load average ${about.load.toFixed(1)}.

These are the libraries that you might use instead. Each is used as its own documentation recommends. All get the same
generated documents, vectors and questions, and the query's vector. Each runs in Node, in a process of its own. What is
saved stays in memory, so no figure includes a disk. Times are p50 / p95 of up to 60 questions within four seconds. A
reload is the median of up to five. Memory is how much the process grew during the build. It is 0.0 if a heap was
allocated before the first document. Ours answers with passages, marks and labels, the others with ids or their own hits.
The second row of ours returns only ids, as theirs do.

![Milliseconds by kind of question, on a logarithmic scale](images/peers.svg)
`,
    ...sizes.map((size) => timesOf(size, outcomes)),
    verdictOf(sizes, outcomes),
    ...(sets.length === 0 ? [] : [qualityOf(sets, outcomes)]),
    librariesOf(versions, scripts),
  ];
  return `${sections.join('\n').trimEnd()}\n`;
}

function timesOf(size: string, outcomes: readonly Outcome[]): string {
  const rows = outcomes.filter(({ corpus }) => corpus === size);
  const cells = ({ library, measured }: Outcome): string[] => [
    library,
    measured.build === undefined ? NONE : ms(measured.build),
    measured.reload === undefined ? NONE : ms(measured.reload),
    ...KINDS.map((kind) => timeOf(measured, kind)),
    measured.memory === undefined ? NONE : mebibytes(Math.max(0, measured.memory)),
    typeof measured.saved === 'number' ? mebibytes(measured.saved) : NONE,
    measured.failure ?? '',
  ];
  return [
    `## ${count(size)} documents`,
    '',
    '| | build | reload to the first answer | keyword | typing | vector | hybrid | memory | saved | failed with |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...rows.map((row) => `| ${cells(row).join(' | ')} |`),
    '',
  ].join('\n');
}

function timeOf({ times }: Measured, kind: Kind): string {
  const time = times[kind];
  return time === undefined ? NONE : `${ms(time.p50)} / ${ms(time.p95)}`;
}

/** Above 1 ×, hybrid-search is faster. */
function verdictOf(sizes: readonly string[], outcomes: readonly Outcome[]): string {
  const lines = sizes.flatMap((size) => {
    const rows = outcomes.filter(({ corpus }) => corpus === size);
    const own = rows.find(({ library }) => library === OURS)?.measured;
    const line = (
      what: string,
      about: keyof Differences,
      figureOf: (measured: Measured) => number | undefined,
    ): string[] => {
      const mine = own === undefined ? undefined : figureOf(own);
      const others = rows
        .filter(({ library }) => isPeer(library))
        .flatMap(({ library, measured }) => {
          const value = figureOf(measured);
          return value === undefined ? [] : [{ library, value }];
        })
        .sort((a, b) => a.value - b.value);
      const [best] = others;
      if (mine === undefined || best === undefined) return [];
      const times = best.value / mine;
      const reason = times >= ASKED ? '' : LIBRARIES[best.library]!.differences[about];
      return [
        `| ${count(size)} | ${what} | ${ms(mine)} | ${best.library} ${ms(best.value)} | ${times.toFixed(1)} × | ${reason} |`,
      ];
    };
    return [
      ...KINDS.flatMap((kind) => line(`${kind}, p50`, 'search', ({ times }) => times[kind]?.p50)),
      ...line('reload to the first answer', 'reload', ({ reload }) => reload),
      ...line('build', 'build', ({ build }) => build),
    ];
  });
  return [
    '## Against the fastest that offers the same',
    '',
    "The fifth column is the peer's time divided by ours: below 1 ×, ours is slower. Ours corrects typos, compares every",
    "vector and labels its hits. Its times include the texts, passages and marks of a page. If ours isn't ten times faster,",
    'the last column says what the peer does differently.',
    '',
    "| documents | | ours | fastest peer | peer's time / ours | what the peer does differently |",
    '|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}

function qualityOf(sets: readonly string[], outcomes: readonly Outcome[]): string {
  const kinds: readonly Kind[] = ['keyword', 'vector', 'hybrid'];
  const libraries = [...new Set(outcomes.map(({ library }) => library))];
  const figureOf = (library: string, set: string, kind: Kind): string => {
    const outcome = outcomes.find((one) => one.library === library && one.corpus === set);
    return outcome?.measured.ndcg[kind]?.toFixed(3) ?? NONE;
  };
  const columns = sets.flatMap((set) => kinds.map((kind) => ({ set, kind })));
  const unfinished = outcomes.filter(({ corpus, measured }) => sets.includes(corpus) && measured.failure !== undefined);
  const rows = libraries
    .map((library) => ({ library, cells: columns.map(({ set, kind }) => figureOf(library, set, kind)) }))
    .filter(({ cells }) => cells.some((cell) => cell !== NONE));
  return [
    '## Quality',
    '',
    'nDCG@10 on judged sets; one vector a document, of its first passage, by the shipped model.',
    '',
    `| | ${columns.map(({ set, kind }) => `${set}, ${kind}`).join(' | ')} |`,
    `|---|${columns.map(() => '---').join('|')}|`,
    ...rows.map(({ library, cells }) => `| ${library} | ${cells.join(' | ')} |`),
    '',
    ...unfinished.map(({ library, corpus, measured }) => `- ${library}, ${corpus}: ${measured.failure}`),
    ...(unfinished.length === 0 ? [] : ['']),
  ].join('\n');
}

function librariesOf(versions: PageParts['versions'], scripts: PageParts['scripts']): string {
  return [
    '## Libraries',
    '',
    '| | version | scripts and wasm, gzip | how it was used |',
    '|---|---|---|---|',
    ...Object.entries(versions).map(([library, version]) => {
      const bytes = scripts[library];
      const size = typeof bytes === 'number' ? `${(bytes / 1_024).toFixed(0)} KB` : NONE;
      return `| ${library} | ${version} | ${size} | ${LIBRARIES[library]!.note} |`;
    }),
    '',
  ].join('\n');
}

const WIDTH = 760;
const LABEL = 170;
const BAR = 14;
const GAP = 5;
/** The left end of the scale in milliseconds, and how many powers of ten it spans. */
const LEAST = 0.1;
const DECADES = 5;

export function drawing(outcomes: readonly Outcome[]): string {
  const largest = outcomes
    .filter(({ corpus }) => isSize(corpus))
    .reduce((most, { corpus }) => Math.max(most, Number(corpus)), 0);
  const scale = (WIDTH - LABEL - 90) / DECADES;
  const place = (value: number): number => Math.max(1, Math.log10(Math.max(value, LEAST) / LEAST) * scale);
  const parts: string[] = [];
  let y = 30;
  const text = (x: number, at: number, words: string, more = ''): string =>
    `<text x="${x}" y="${at}" ${more}>${words}</text>`;
  for (const kind of KINDS) {
    const bars = outcomes
      .filter(({ corpus, measured }) => Number(corpus) === largest && measured.times[kind] !== undefined)
      .map(({ library, measured }) => ({ library, value: measured.times[kind]!.p50 }))
      .sort((a, b) => a.value - b.value);
    if (bars.length === 0) continue;
    parts.push(text(0, y, `${kind}, ${largest.toLocaleString('en')} documents, p50`, 'font-weight="bold"'));
    y += GAP * 2;
    for (const { library, value } of bars) {
      const fill = isPeer(library) ? '#9ca3af' : '#2563eb';
      const width = place(value).toFixed(1);
      parts.push(text(LABEL - 8, y + BAR - 3, library, 'text-anchor="end"'));
      parts.push(`<rect x="${LABEL}" y="${y}" width="${width}" height="${BAR}" rx="2" fill="${fill}"/>`);
      parts.push(text(LABEL + Number(width) + 6, y + BAR - 3, ms(value)));
      y += BAR + GAP;
    }
    y += BAR + GAP * 2;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" role="img" aria-label="Milliseconds by kind of question, on a logarithmic scale" font-family="system-ui, sans-serif" font-size="12">
<rect width="${WIDTH}" height="${y}" fill="#ffffff"/>
${parts.join('\n')}
</svg>
`;
}
