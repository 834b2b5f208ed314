/** How long the browser alone takes for a popup with a worker and stored notes. The first also starts its storage. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const EMPTY_ROW = 'Nothing';

const FILES = {
  'manifest.json': JSON.stringify({
    manifest_version: 3,
    name: 'Empty',
    version: '0.1.0',
    action: { default_popup: 'popup.html' },
    background: { service_worker: 'background.js', type: 'module' },
  }),
  'background.js': '',
  'popup.html':
    '<!doctype html><html lang="en"><title>Empty</title><script type="module" src="popup.js"></script><input id="query"><ul id="hits"></ul></html>',
  'popup.js': `
    const worker = new Worker('worker.js', { type: 'module' });
    worker.onmessage = () => {
      document.querySelector('#hits').append(Object.assign(document.createElement('li'), { textContent: '${EMPTY_ROW}' }));
      performance.mark('answered');
    };
    document.querySelector('#query').oninput = () => worker.postMessage('asked');`,
  'worker.js': `
    const record = new Promise((resolve, reject) => {
      const opening = indexedDB.open('empty', 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('notes').put('a note', 1);
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const reading = opening.result.transaction('notes').objectStore('notes').get(1);
        reading.onsuccess = () => resolve(reading.result);
      };
    });
    const file = (async () => {
      const folder = await navigator.storage.getDirectory();
      const handle = await folder.getFileHandle('notes', { create: true });
      return await (await handle.getFile()).arrayBuffer();
    })();
    onmessage = async () => {
      await Promise.all([record, file]);
      postMessage('answered');
    };`,
};

export function writeEmptyExtension(folder: string): void {
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content);
}
