import type {} from 'hybrid-search-element/svelte';
import type { SvelteHTMLElements } from 'svelte/elements';

type Props = SvelteHTMLElements['hybrid-search'];
export const props: Props = { 'asset-base': '/assets', limit: 5, 'onhs-select': (event) => event.memory.id };
// @ts-expect-error not a number
export const wrong: Props = { limit: 'five' };
