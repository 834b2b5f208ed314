/** Entry for use without the element: the client without Lit. */
export { HybridSearchError, isHybridSearchError } from '../core/errors.ts';
export { marked } from '../core/results/marked.ts';
export { createHybridSearch } from './client.ts';
export type * from './public-types.ts';
