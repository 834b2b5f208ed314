import { createHash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DOCUMENTS_PACKAGE } from '../../src/core/import/document-formats.ts';
import { ROOT } from '../setup.mjs';
import { documentFiles, writeInto } from './document-files.ts';
import { noticesOf } from './notices.ts';

export async function buildDocumentPackage(): Promise<string> {
  const folder = join(ROOT, 'packages', DOCUMENTS_PACKAGE);
  const target = join(folder, 'files');
  rmSync(target, { recursive: true, force: true });
  const { files, packages } = await documentFiles();
  const list: { [path: string]: { bytes: number; sha256: string } } = {};
  for (const [path, content] of files) {
    writeInto(target, path, content);
    const bytes = readFileSync(join(target, path));
    list[path] = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  }
  const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
  writeFileSync(join(target, 'files.json'), json(list));
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES'), noticesOf(DOCUMENTS_PACKAGE, packages));
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  writeFileSync(
    join(folder, 'package.json'),
    json({
      name: DOCUMENTS_PACKAGE,
      version,
      description: 'Readers of documents for the imports of hybrid-search-element.',
      license: 'MIT',
      type: 'module',
      exports: { './files.json': './files/files.json', './files/*': './files/*', './package.json': './package.json' },
      files: ['files', 'THIRD-PARTY-NOTICES'],
      keywords: ['hybrid-search', 'import', 'pdf', 'docx', 'epub', 'html', 'enex', 'mbox'],
    }),
  );
  return folder;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(await buildDocumentPackage());
}
