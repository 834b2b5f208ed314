import type { CustomReader } from './api.ts';
import { checkCallOptions, checkId, checkReader } from './check-arguments.ts';
import type { EngineCalls } from './engine-calls.ts';
import type { HybridSearchClient } from './hybrid-search-client.ts';

export function transferMethods({ engine, call, write, reported }: EngineCalls, readers: Set<CustomReader>) {
  const loadImports = async () => {
    const { importsOf } = await import('./imports.ts');
    return importsOf(() => engine.workers, reported, [...readers]);
  };
  return {
    import: async (source, options) => (await loadImports()).import(source, options),
    preview: async (source, options) => (await loadImports()).preview(source, options),
    imports: () => call('imports', []),
    async removeImport(id) {
      checkId(id);
      return write('removeImport', [id]);
    },
    registerReader(reader) {
      checkReader(
        reader,
        [...readers].map(({ name }) => name),
      );
      readers.add(reader);
      return () => void readers.delete(reader);
    },
    async export(options = {}) {
      checkCallOptions(options, ['format', 'signal', 'vectors']);
      const { format = 'jsonl', signal, vectors = false } = options;
      return reported(engine.workers.transfer((worker) => worker.call('export', [{ format, vectors }], { signal })));
    },
  } satisfies Partial<HybridSearchClient>;
}
