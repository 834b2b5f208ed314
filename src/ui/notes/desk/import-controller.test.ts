import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HybridSearchClient, ImportProgress } from '../../shared/engine-access.ts';
import { ImportController } from './import-controller.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const REPORT = { added: 2, updated: 0, unchanged: 0, contents: [], problems: [], cancelled: false };

it('ends with the report, even if it arrives before the delayed progress', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const controller = new ImportController();
  const at = (filesDone: number): ImportProgress => ({
    file: 'a.md',
    filesDone,
    filesTotal: 2,
    bytesDone: filesDone,
    bytesTotal: 2,
    rows: filesDone,
  });
  const client = {
    import: async (_, options) => {
      const tell = options!.onProgress!;
      tell(at(0));
      now = 50;
      tell(at(1));
      now = 500;
      tell(at(2));
      expect(controller.state.current).toMatchObject({ phase: 'running', progress: { filesDone: 2 } });
      return REPORT;
    },
  } as Pick<HybridSearchClient, 'import'> as HybridSearchClient;
  await controller.start(client, { files: [{ path: 'a.md', file: new Blob() }], skipped: 0 });
  vi.runAllTimers();
  expect(controller.state.current).toMatchObject({ phase: 'done', report: REPORT });
});

it('lists few of a folder’s foreign files and counts the others', async () => {
  const problem = (file: string, code: string, line = 0) => ({ file, line, code, message: code });
  const foreign = Array.from({ length: 30 }, (_, n) => problem(`vault/${n}.xyz`, 'unsupported-format'));
  const own = [problem('chosen.xyz', 'unsupported-format'), problem('vault/a.pdf', 'bad-document')];
  const inLine = problem('vault/My Clippings.txt', 'unsupported-format', 9);
  const preview = { contents: [], sources: [], tables: [], problems: [...foreign, ...own, inLine], cancelled: false };
  const client = {
    preview: async () => preview,
    import: async () => ({ ...REPORT, problems: preview.problems }),
  } as Pick<HybridSearchClient, 'import' | 'preview'> as HybridSearchClient;
  const controller = new ImportController();
  const files = [{ path: 'vault/0.xyz', file: new Blob() }];
  const listed = { problems: [...foreign.slice(0, 20), ...own, inLine] };
  await controller.look(client, { files, skipped: 1 });
  expect(controller.state.current).toMatchObject({ phase: 'found', preview: listed, skipped: 11 });
  await controller.start(client, { files, skipped: 1 });
  expect(controller.state.current).toMatchObject({ phase: 'done', report: listed, skipped: 11 });
});
