/**
 * The script of the demo page. On the first visit, adds the sample notes if the store is empty. Runs the intro's
 * example searches when they're clicked. From the second visit on, the page opens offline. The page itself registers
 * the element with the script tag that any page would use. This file isn't part of the package.
 */
import type { HybridSearchElement } from './ui/element/hybrid-search.ts';

/** Set on the first visit, so that a user who deletes the samples doesn't get them back. */
const SAMPLED = 'hybrid-search-demo:sampled';

const element = document.querySelector<HybridSearchElement>('hybrid-search');

for (const link of document.querySelectorAll<HTMLElement>('[data-query]')) {
  link.addEventListener('click', (event) => {
    if (!element) return;
    event.preventDefault();
    element.query = link.dataset.query ?? '';
    element.focus();
  });
}

async function bringSamples(): Promise<void> {
  if (!element || localStorage.getItem(SAMPLED)) return;
  await customElements.whenDefined('hybrid-search');
  const client = await element.ready;
  const { memories } = await client.stats();
  if (memories === 0) {
    const response = await fetch(new URL('samples/notes.jsonl', document.baseURI));
    if (!response.ok) return;
    const file = new File([await response.blob()], 'samples.jsonl');
    await client.import(file, { format: 'jsonl' });
  }
  localStorage.setItem(SAMPLED, new Date().toISOString());
}

/** Lets the page open without a network from the second visit on. */
async function workOffline(): Promise<void> {
  await element?.ready;
  // In development and over plain HTTP there's no service worker, so the page needs its server.
  await navigator.serviceWorker?.register('offline.js').catch(() => {});
}

bringSamples()
  .then(workOffline)
  .catch((error: unknown) => {
    // The page works without samples and without a service worker. The element itself reports failures of the store.
    reportError(error);
  });
