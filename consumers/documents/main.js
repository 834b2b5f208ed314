/** Imports a PDF and finds its second page. The first visit also installs the service worker for the second. */
import { createHybridSearch } from 'hybrid-search-element/client';
import { makePdf } from './make-pdf.js';

async function prove() {
  const client = createHybridSearch({ name: 'documents', modelLoad: 'manual', assetBase: '/hybrid-search' });
  await client.ready;
  await client.clear();
  const pdf = new File([makePdf(['Minutes of the harbour council', 'Dredging begins in March'])], 'minutes.pdf');
  const { added, problems } = await client.import(pdf);
  const { hits } = await client.search('dredging', { modes: ['keyword'] });
  await client.close();
  return { added, problems: problems.map(({ message }) => message).join(), page: hits[0]?.place?.number };
}

async function install() {
  const { page, problems } = await globalThis.proof;
  if (page !== 2) throw new Error(`the page wasn't found: ${problems}`);
  await navigator.serviceWorker.register('/service-worker.js');
  await navigator.serviceWorker.ready;
  return true;
}

globalThis.proof = prove();
globalThis.installed = install();
globalThis.installed.catch(() => {});
