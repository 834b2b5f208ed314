/** Sends a debugging command to a page and its workers, each of which has its own V8. */
import type { Page } from '@playwright/test';

export interface Isolates {
  /** A worker that ends before it answers is left out. */
  ask(method: 'HeapProfiler.collectGarbage' | 'Runtime.getHeapUsage'): Promise<unknown[]>;
  close(): Promise<void>;
}

export async function openIsolates(page: Page): Promise<Isolates> {
  const session = await page.context().newCDPSession(page);
  /** Resolvers of pending answers, by session of the worker and id of the message. */
  const workers = new Map<string, Map<number, (result: unknown) => void>>();
  let asked = 0;
  session.on('Target.attachedToTarget', ({ sessionId }) => workers.set(sessionId, new Map()));
  session.on('Target.detachedFromTarget', ({ sessionId }) => {
    for (const answer of workers.get(sessionId)?.values() ?? []) answer(undefined);
    workers.delete(sessionId);
  });
  session.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => {
    const { id, result } = JSON.parse(message) as { id: number; result: unknown };
    workers.get(sessionId)?.get(id)?.(result);
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  return {
    async ask(method) {
      const ofWorkers = [...workers].map(([sessionId, waiting]) => {
        const id = ++asked;
        const answered = new Promise<unknown>((resolve) => waiting.set(id, resolve));
        const message = JSON.stringify({ id, method });
        // A worker that just ended accepts no message.
        session.send('Target.sendMessageToTarget', { sessionId, message }).catch(() => waiting.get(id)?.(undefined));
        return answered;
      });
      const answers = await Promise.all([session.send(method), ...ofWorkers]);
      return answers.filter((answer) => answer !== undefined);
    },
    close: () => session.detach(),
  };
}
