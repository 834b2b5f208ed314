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
