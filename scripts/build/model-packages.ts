import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { downloadBytes, MODEL_PROFILES } from '../../src/core/model-profiles.ts';
import { ROOT } from '../setup.mjs';

interface ModelManifest {
  id: string;
  base: string;
  licence: string;
}

const models = join(ROOT, 'public', 'models');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const manifests = JSON.parse(readFileSync(join(models, 'manifest.json'), 'utf8')) as ModelManifest[];

export const packageOf = (id: string): string => `hybrid-search-model-${basename(id).toLowerCase()}`;

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;

export function buildModelPackages(): string[] {
  return MODEL_PROFILES.map(({ id, files, languages, note, bytes }) => {
    const manifest = manifests.find((entry) => entry.id === id);
    if (!manifest) throw new Error(`${id} is not in public/models/manifest.json`);
    const name = packageOf(id);
    const folder = join(ROOT, 'packages', name);
    const target = join(folder, 'files', id);
    rmSync(join(folder, 'files'), { recursive: true, force: true });
    for (const [path, { sha256 }] of Object.entries(files)) {
      const source = join(models, id, path);
      const actual = createHash('sha256').update(readFileSync(source)).digest('hex');
      if (actual !== sha256) throw new Error(`${source} is not the file that its profile names`);
      mkdirSync(dirname(join(target, path)), { recursive: true });
      cpSync(source, join(target, path));
    }
    cpSync(join(models, id, 'LICENSE'), join(folder, 'LICENSE'));
    const readme = join(models, id, 'README.md');
    if (existsSync(readme)) cpSync(readme, join(target, 'README.md'));
    const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);
    const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
    write('model.json', json({ id, base: manifest.base, licence: manifest.licence, files }));
    write(
      'package.json',
      json({
        name,
        version,
        description: `Files of the embedding model ${id} for hybrid-search-element.`,
        license: manifest.licence,
        type: 'module',
        exports: { './model.json': './model.json', './files/*': './files/*', './package.json': './package.json' },
        files: ['model.json', 'files'],
        keywords: ['hybrid-search', 'embeddings', 'onnx'],
      }),
    );
    write(
      'README.md',
      `# ${name}

The files of \`${id}\` (from \`${manifest.base}\`, ${manifest.licence}) for
[hybrid-search-element](https://www.npmjs.com/package/hybrid-search-element). ${note} It reads ${languages}.
A browser downloads ${megabytes(downloadBytes({ bytes }))} once: ${megabytes(bytes)} of this model, and the runtime that all models share.

\`\`\`sh
npm install hybrid-search-element ${name}
npx hybrid-search-assets public/hybrid-search
\`\`\`

\`model.json\` holds the length and SHA-256 of each file; the element refuses a file that differs.
`,
    );
    return folder;
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const folder of buildModelPackages()) console.log(folder);
}
