import type { ImportRow } from './report.ts';

export type Pause = Extract<ImportRow, { pause: true }>;

export const PAUSE: Pause = { pause: true };
