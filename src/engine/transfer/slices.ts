/** Receives and sends long lists in slices, so that no message blocks the page (`client/add-slices.ts`). */
import { HybridSearchError } from '../../core/errors.ts';

const SLICE = 500;

export function gather<Item>(port: MessagePort, count: number, signal: AbortSignal): Promise<Item[]> {
  return new Promise((resolve, reject) => {
    const items: Item[] = [];
    signal.addEventListener('abort', () => {
      port.close();
      reject(new HybridSearchError('aborted'));
    });
    port.onmessage = ({ data }: MessageEvent<Item[]>) => {
      for (const item of data) items.push(item);
      if (items.length < count) return;
      port.close();
      resolve(items);
    };
  });
}

export function* inSlices<Item>(items: readonly Item[]): Iterable<Item[]> {
  for (let at = 0; at < items.length; at += SLICE) yield items.slice(at, at + SLICE);
}
