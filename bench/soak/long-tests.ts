/** The end-to-end tests that take too long for `npm test`. */
import { endToEnd } from './end-to-end.ts';
import type { Proof } from './proof.ts';

export const longTests: Proof = {
  name: 'long-tests',
  what: 'End-to-end tests marked `@long`: WebGPU, the other models, every page of the site, 5,000 saved pages',
  minutes: 12,
  async run() {
    const { stats } = endToEnd(['--grep', '@long'], { LONG_TESTS: '1' });
    const finding = `${stats.expected} passed, ${stats.unexpected} failed, ${stats.skipped} skipped`;
    return { ok: stats.unexpected === 0 && stats.expected > 0, finding };
  },
};
