import { join } from 'node:path';
import { serveFolder } from '../scripts/serve.mjs';

const blank =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>blank</title><body></body></html>';

export default async function globalSetup(): Promise<() => Promise<void>> {
  const folder = join(import.meta.dirname, '..', 'site');
  const server = await serveFolder(folder, { pages: { '/blank': blank, '/blank-de': blank.replace('"en"', '"de"') } });
  process.env.BASE_URL = server.url;
  return server.close;
}
