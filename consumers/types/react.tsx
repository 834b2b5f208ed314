import type {} from 'hybrid-search-element/react';

export const typed = <hybrid-search asset-base="/assets" limit={5} onhs-search={(event) => event.response.hits} />;
// @ts-expect-error not a choice
export const wrong = <hybrid-search theme="blue" />;
