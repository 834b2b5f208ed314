import { endToEnd } from './end-to-end.ts';
import type { Proof } from './proof.ts';

export const accessibility: Proof = {
  name: 'a11y',
  what: 'Every part and state in light, dark and forced colours, in both reading directions, at 1280 px, 320 px, 200 % and 400 %: axe finds nothing, and nothing is wider than the window',
  minutes: 8,
  async run() {
    const { stats, suites } = endToEnd(['e2e/ui/a11y', '--grep', 'axe finds nothing'], { ALL_LOOKS: '1' });
    const results = suites.flatMap(({ specs }) => specs).flatMap(({ tests }) => tests.flatMap((test) => test.results));
    const looks = results
      .flatMap(({ annotations }) => annotations)
      .reduce((sum, { type, description }) => sum + (type === 'looks' ? Number(description) : 0), 0);
    return {
      ok: stats.unexpected === 0 && looks > 0,
      finding: `${looks} looks, ${stats.unexpected} of ${stats.expected + stats.unexpected} tests failed`,
      details: results
        .flatMap(({ errors }) => errors.map(({ message = '' }) => message.split('\n', 1)[0]!))
        .slice(0, 10),
    };
  },
};
