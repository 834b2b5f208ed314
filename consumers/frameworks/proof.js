import { client as notes } from './client.js';
import { proveDocuments } from './prove-documents.js';

const NOTES = [
  { id: 'key', title: 'Spare key', text: 'Hangs behind the blue cupboard in the hallway.' },
  { id: 'soup', title: 'Pumpkin soup', text: 'Roast the pumpkin with onions, add broth, finish with cream.' },
];

export async function proveBound(element, draft) {
  const client = await element.ready;
  await client.upsertMany(NOTES);
  const stored = await client.upsert(draft);
  element.query = 'zebra';
  while (document.querySelector('output').textContent !== draft.id) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  await client.loadModel();
  await client.idle();
  const { hits } = await client.search('how do I get back in when I am locked out?', { modes: ['semantic'] });
  const documents = await proveDocuments(client);
  return { limit: element.limit, tags: stored.tags.join(), byMeaning: hits[0]?.id, parts: await proveParts(), ...documents };
}

async function proveParts() {
  const page = document.querySelector('notes-view')?.shadowRoot ?? document;
  await notes.upsertMany([...NOTES, DRAFT]);
  page.querySelector('hybrid-search-box').query = 'zebra';
  const results = page.querySelector('hybrid-search-results');
  const count = page.querySelector('hybrid-search-results ~ p');
  // The framework renders its count after the rows.
  while (results.shadowRoot.querySelectorAll('[role=option]').length !== 1 || count.textContent === '0 found') {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return count.textContent;
}

/** Each page has this memory in its framework's state, and shows the id when the memory is found. */
export const DRAFT = { id: 'draft', title: 'Draft', text: 'zebra crossing', tags: ['one', 'two'] };
