import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BGE_SMALL, downloadBytes, MODEL_PROFILES } from '../../src/core/model-profiles.ts';
import { formatBytes } from '../../src/ui/shared/format.ts';
import { ROOT } from '../setup.mjs';
import { packageOf } from './model-packages.ts';

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

for (const profile of MODEL_PROFILES) {
  it(`names the same download of ${profile.id} everywhere`, () => {
    const shown = plain(formatBytes(downloadBytes(profile), 'en'));
    const readme = readFileSync(join(ROOT, 'packages', packageOf(profile.id), 'README.md'), 'utf8');
    expect(/downloads (\d+ MB)/.exec(readme)?.[1]).toBe(shown);
    for (const table of ['docs/REFERENCE.md', 'docs/guides/languages.md']) {
      expect(readFileSync(join(ROOT, table), 'utf8')).toContain(`| \`${profile.id}\` | ${shown} |`);
    }
  });
}

it('names the download of the default model in the FAQ', () => {
  const faq = readFileSync(join(ROOT, 'docs/FAQ.md'), 'utf8');
  expect(faq).toContain(
    `${plain(formatBytes(downloadBytes(MODEL_PROFILES.find(({ id }) => id === BGE_SMALL)!), 'en'))}. They load in the background`,
  );
});
