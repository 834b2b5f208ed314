/** Sets up sync in this page. The host then syncs in the background. */
import type { HybridSearchClient, SyncOptions } from 'hybrid-search-element/client';
import { send } from './messages.ts';

export function syncInBackground(client: HybridSearchClient): void {
  const { sync, checkSync } = client;
  client.checkSync = async (options) => {
    await askFor(options.url);
    return checkSync(options);
  };
  client.sync = (async (options?: SyncOptions) => {
    if (!options) return sync();
    const handle = await sync(options);
    await send({ to: 'background', kind: 'wake' });
    await send({ to: 'host', kind: 'sync' });
    return handle;
  }) as HybridSearchClient['sync'];
}

/** Call it during a click. If the user refuses, the check says what's missing. */
async function askFor(url: string | undefined): Promise<void> {
  if (url === undefined || !URL.canParse(url)) return;
  const { protocol, hostname } = new URL(url);
  // Firefox doesn't allow ports in patterns.
  const origins = [`${protocol}//${hostname}/*`];
  await chrome.permissions.request({ origins }).catch(() => false);
}
