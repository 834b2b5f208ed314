import { pairedBootstrap } from '../src/core/metrics/bootstrap.ts';
import { METRICS, type MetricValues, meanMetrics } from '../src/core/metrics/ranking-metrics.ts';
import { auroc } from './auroc.ts';
import { COLUMNS, type Column } from './columns.ts';
import { NOTHING_RELEVANT } from './data-set.ts';
import { type LabelMetrics, labelMetrics } from './label-metrics.ts';
import type { QueryResult, SetResult } from './run-set.ts';

export interface SetReport {
  name: string;
  documents: number;
  queries: number;
  columns: { [column in Column]?: MetricValues };
  /** Mean nDCG@10 by category. */
  categories: { [category: string]: { queries: number; ndcg: { [column in Column]?: number } } };
  /** nDCG@10 minus that of the better arm, with its 95 % interval by paired bootstrap. */
  gain: { over: Column; mean: number; low: number; high: number } | null;
  /** Null without the hybrid column. `outOfScopeRefused` and `auroc`: null without unanswerable questions. */
  honesty: { auroc: number | null; inScopeLost: number; outOfScopeRefused: number | null } | null;
  /** First ten hits of the hybrid column. Null without that column, or without an answerable question. */
  labels: LabelMetrics | null;
}

export function reportOf(name: string, documents: number, result: SetResult): SetReport {
  const columns: SetReport['columns'] = {};
  const categories: SetReport['categories'] = {};
  for (const column of COLUMNS) {
    const rows = answerable(result[column]);
    if (rows === null) continue;
    columns[column] = meanMetrics(rows.map(({ metrics }) => metrics));
    for (const category of new Set(rows.map(({ query }) => query.category))) {
      const own = rows.filter(({ query }) => query.category === category);
      categories[category] ??= { queries: own.length, ndcg: {} };
      categories[category].ndcg[column] = meanMetrics(own.map(({ metrics }) => metrics))['ndcg@10'];
    }
  }
  const queries = answerable(result.hybrid ?? result.keyword ?? result.semantic)?.length ?? 0;
  return {
    name,
    documents,
    queries,
    columns,
    categories,
    gain: gainOf(result),
    honesty: honestyOf(result),
    labels: labelsOf(result),
  };
}

function answerable(rows: QueryResult[] | undefined): QueryResult[] | null {
  return rows?.filter(({ query }) => query.judged.size > 0) ?? null;
}

function gainOf(result: SetResult): SetReport['gain'] {
  const hybrid = answerable(result.hybrid);
  const arms = (['keyword', 'semantic'] as const).filter((arm) => result[arm] !== undefined);
  if (hybrid === null || arms.length === 0) return null;
  const ndcgOf = (rows: QueryResult[]) => rows.map(({ metrics }) => metrics['ndcg@10']);
  const total = (rows: QueryResult[]) => ndcgOf(rows).reduce((sum, value) => sum + value, 0);
  const over = arms.reduce((a, b) => (total(answerable(result[a])!) >= total(answerable(result[b])!) ? a : b));
  return { over, ...pairedBootstrap(ndcgOf(hybrid), ndcgOf(answerable(result[over])!)) };
}

function labelsOf({ hybrid }: SetResult): SetReport['labels'] {
  const rows = answerable(hybrid);
  return rows === null || rows.length === 0 ? null : labelMetrics(rows.map(({ labelled }) => labelled));
}

function honestyOf(result: SetResult): SetReport['honesty'] {
  const rows = result.hybrid;
  const inside = answerable(rows);
  if (rows === undefined || inside === null || inside.length === 0) return null;
  const outside = rows.filter(({ query }) => query.judged.size === 0 && query.category === NOTHING_RELEVANT);
  const unanswered = (some: readonly QueryResult[]) => some.filter(({ answered }) => !answered).length / some.length;
  const sure = (some: readonly QueryResult[]) => some.map((row) => row.answerable);
  return {
    auroc: outside.length === 0 ? null : auroc(sure(inside), sure(outside)),
    inScopeLost: unanswered(inside),
    outOfScopeRefused: outside.length === 0 ? null : unanswered(outside),
  };
}

export function toJson(reports: readonly SetReport[]): { [set: string]: unknown } {
  return Object.fromEntries(
    reports.map(({ name, columns, categories, gain, honesty, labels, queries, documents }) => [
      name,
      {
        ...columns,
        documents,
        queries,
        categories,
        gain,
        ...(honesty === null ? {} : { honesty }),
        ...(labels === null ? {} : { labels }),
      },
    ]),
  );
}

export function toMarkdown(reports: readonly SetReport[], about: { [name: string]: string }): string {
  const lines = [
    ...Object.entries(about).map(([name, value]) => `- ${name}: ${value}`),
    '',
    `| set | documents | queries | ${COLUMNS.join(' | ')} | hybrid − better arm (95 %) |`,
    `|---|---|---|${COLUMNS.map(() => '---|').join('')}---|`,
    ...reports.map(({ name, documents, queries, columns, gain }) => {
      const cells = COLUMNS.map((column) => columns[column]?.['ndcg@10'].toFixed(3) ?? '–');
      return `| ${name} | ${documents} | ${queries} | ${cells.join(' | ')} | ${gain === null ? '–' : intervalText(gain)} |`;
    }),
  ];
  const honest = reports.filter(({ honesty }) => honesty !== null);
  if (honest.length > 0) {
    lines.push(
      '',
      '| set | AUROC of `answerable` | in scope, all results lost | out of scope, refused |',
      '|---|---|---|---|',
    );
    for (const { name, honesty } of honest) {
      lines.push(
        `| ${name} | ${honesty!.auroc?.toFixed(3) ?? '–'} | ${shareText(honesty!.inScopeLost)} | ${shareText(honesty!.outOfScopeRefused)} |`,
      );
    }
  }
  lines.push(...labelTable(reports));
  const measured = reports.filter(({ columns }) => columns.hybrid !== undefined);
  if (measured.length > 0) {
    lines.push('', `| set (hybrid) | ${METRICS.join(' | ')} |`, `|---|${METRICS.map(() => '---|').join('')}`);
    for (const { name, columns } of measured) {
      lines.push(`| ${name} | ${METRICS.map((metric) => columns.hybrid![metric].toFixed(3)).join(' | ')} |`);
    }
  }
  return `${lines.join('\n')}\n`;
}

const LABEL_COLUMNS: readonly [string, keyof LabelMetrics, 'number' | 'share'][] = [
  ['AUROC over hits', 'auroc', 'number'],
  ['strong hits that answer', 'strongRight', 'share'],
  ['answers that are strong', 'answersStrong', 'share'],
  ['first answers hidden', 'firstHidden', 'share'],
  ['answers removed: any strong', 'removedStrong', 'share'],
  ['answers removed: any shown', 'removedShown', 'share'],
  ['calibration error', 'calibrationError', 'number'],
];

/** Returns no lines if no set has labels. */
function labelTable(reports: readonly SetReport[]): string[] {
  const judged = reports.filter(({ labels }) => labels !== null);
  if (judged.length === 0) return [];
  const text = (value: number | null, kind: 'number' | 'share'): string =>
    value === null || kind === 'share' ? shareText(value) : value.toFixed(3);
  const row = (labels: (key: keyof LabelMetrics) => number | null): string =>
    LABEL_COLUMNS.map(([, key, kind]) => text(labels(key), kind)).join(' | ');
  const mean = (key: keyof LabelMetrics): number | null => {
    const known = judged.map(({ labels }) => labels![key]).filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
  };
  return [
    '',
    `| labels | ${LABEL_COLUMNS.map(([name]) => name).join(' | ')} |`,
    `|---|${LABEL_COLUMNS.map(() => '---|').join('')}`,
    ...judged.map(({ name, labels }) => `| ${name} | ${row((key) => labels![key])} |`),
    ...(judged.length > 1 ? [`| mean | ${row(mean)} |`] : []),
  ];
}

export function toTable(reports: readonly SetReport[]): string {
  const rows = [
    ['set', 'docs', 'queries', ...COLUMNS, 'hybrid − better arm'],
    ...reports.map(({ name, documents, queries, columns, gain }) => [
      name,
      String(documents),
      String(queries),
      ...COLUMNS.map((column) => columns[column]?.['ndcg@10'].toFixed(4) ?? '–'),
      gain === null ? '–' : intervalText(gain),
    ]),
  ];
  if (reports.length > 1) {
    const means = COLUMNS.map((column) => {
      const values = reports.flatMap(({ columns }) => columns[column]?.['ndcg@10'] ?? []);
      return values.length === 0 ? '–' : (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(4);
    });
    rows.push(['mean', '', '', ...means, '']);
  }
  const lines = aligned(rows);
  for (const report of reports) lines.push(...categoryTable(report));
  for (const { name, honesty } of reports) {
    if (honesty === null) continue;
    lines.push(
      `${name}: AUROC of answerable ${honesty.auroc?.toFixed(4) ?? '–'}; in scope without any result ${shareText(honesty.inScopeLost)}; ` +
        `out of scope refused ${shareText(honesty.outOfScopeRefused)}`,
    );
  }
  return [...lines, ...labelTable(reports)].join('\n');
}

/** Returns no lines if all questions are of one category. */
function categoryTable({ name, categories }: SetReport): string[] {
  const kinds = Object.entries(categories);
  if (kinds.length < 2) return [];
  const rows = kinds.map(([kind, { queries, ndcg }]) => [
    kind,
    String(queries),
    ...COLUMNS.map((column) => ndcg[column]?.toFixed(4) ?? '–'),
  ]);
  return ['', ...aligned([[`${name} by category`, 'queries', ...COLUMNS], ...rows]), ''];
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at]!)).join('  '));
}

function intervalText({ over, mean, low, high }: NonNullable<SetReport['gain']>): string {
  return `${signed(mean)} [${signed(low)}, ${signed(high)}] over ${over}`;
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}

export function shareText(share: number | null): string {
  return share === null ? '–' : `${(100 * share).toFixed(1)} %`;
}
