/** Code of a consumer, which is compiled but never run: under `--strict` and without `skipLibCheck`. */
import 'hybrid-search-element/define';
import {
  createHybridSearch,
  type HybridSearchClient,
  type HybridSearchElement,
  type HybridSearchOptions,
  isHybridSearchError,
  type Memory,
  type OwnStrings,
  type SearchResponse,
  type Strings,
} from 'hybrid-search-element';
import { createHybridSearch as headless } from 'hybrid-search-element/client';

const options: HybridSearchOptions = { name: 'typed', assetBase: '/assets', modelLoad: 'idle' };
const client: HybridSearchClient = createHybridSearch(options);
const same: HybridSearchClient = headless(options);

export async function use(): Promise<SearchResponse> {
  const stored: Memory = await client.add({ text: 'x', metadata: { depth: { of: [1, 'two', null] } } });
  const maybe: Memory | undefined = await same.get(stored.id);
  const element: HybridSearchElement | null = document.querySelector('hybrid-search');
  element?.addEventListener('hs-select', (event) => console.log(event.memory.title, event.hit?.label));
  const made: HybridSearchElement = document.createElement('hybrid-search');
  made.assetBase = '/assets/';
  const own: OwnStrings = { placeholder: 'Search the handbook', notes: (count) => `${count} pages` };
  made.strings = own;
  const key: keyof Strings = 'placeholder';
  console.log(made.strings[key]);
  try {
    return await client.search(maybe?.title ?? '', { filters: { tags: ['home'] }, limit: 3 });
  } catch (error) {
    if (isHybridSearchError(error, 'invalid-option')) console.log(error.code, error.path);
    throw error;
  }
}

// @ts-expect-error no such option
createHybridSearch({ nmae: 'x' });
// @ts-expect-error no such way to load a model
createHybridSearch({ modelLoad: 'never' });
// @ts-expect-error the text is missing
client.add({ title: 'only a title' });
