import { createHybridSearch, isHybridSearchError } from 'hybrid-search-element/client';
import { proveDocuments } from './prove-documents.js';

const NOTES = [
  { id: 'key', title: 'Spare key', text: 'Hangs behind the blue cupboard in the hallway.' },
  { id: 'soup', title: 'Pumpkin soup', text: 'Roast the pumpkin with onions, add broth, blend, finish with cream.' },
  { id: 'farm', title: 'Iron farm', text: 'Villagers above a spawning platform, lava blade below, hoppers to a chest.' },
];

export async function prove(options = {}) {
  const client = createHybridSearch({ name: 'consumer', model: 'all-MiniLM-L6-v2', ...options });
  await client.ready;
  await client.clear();
  await client.addMany(NOTES);
  await client.loadModel();
  await client.idle();
  const meaning = async (query) => (await client.search(query, { modes: ['semantic'] })).hits[0]?.id;
  const byMeaning = await meaning('how do I get back in when I am locked out of the house?');
  const byKeyword = (await client.search('pumpkin', { modes: ['keyword'] })).hits[0]?.id;
  const backup = await (await client.export({ vectors: true })).text();
  await client.clear();
  const report = await client.import(backup);
  await client.idle();
  const afterImport = await meaning('a warm meal for autumn');
  const refused = await client.add({ text: '' }).catch((error) => isHybridSearchError(error, 'invalid-memory'));
  // Progress is reported at most ten times a second, so the first report may describe an earlier state.
  const { embedding } = await new Promise((resolve) => {
    client.onProgress((progress) => progress.embedding.embedded === NOTES.length && resolve(progress));
  });
  const documents = await proveDocuments(client);
  await client.close();
  return { byMeaning, byKeyword, added: report.added, afterImport, refused, embedded: embedding.embedded, ...documents };
}

export async function proveElement(element) {
  const client = await element.ready;
  await client.upsert({ id: 'note', title: 'From the element', text: 'zebra crossing' });
  const answered = new Promise((resolve) => element.addEventListener('hs-search', resolve, { once: true }));
  element.query = 'zebra';
  const { response } = await answered;
  return response.hits[0]?.id;
}
