/** The first visit also installs the service worker for the second. */
import { createHybridSearch } from 'hybrid-search-element/client';
import { proveDocuments } from './prove-documents.js';

async function prove() {
  const client = createHybridSearch({ name: 'documents', model: 'all-MiniLM-L6-v2', assetBase: '/hybrid-search' });
  await client.clear();
  await client.loadModel();
  const found = await proveDocuments(client);
  await client.close();
  return found;
}

async function install() {
  const { page, words, ...problems } = await globalThis.proof;
  if (page !== 2 || words !== 'picture') throw new Error(JSON.stringify(problems));
  await navigator.serviceWorker.register('/service-worker.js');
  await navigator.serviceWorker.ready;
  return true;
}

globalThis.proof = prove();
globalThis.installed = install();
globalThis.installed.catch(() => {});
