import type {} from 'hybrid-search-element/react';

export const typed = <hybrid-search asset-base="/assets" limit={5} onhs-search={(event) => event.response.hits} />;
export const bare = <hybrid-search shortcut deep-link />;
// @ts-expect-error no such theme
export const wrong = <hybrid-search theme="blue" />;
