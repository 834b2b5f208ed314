import type {} from 'hybrid-search-element/vue';
import type { GlobalComponents } from 'vue';

type Props = InstanceType<GlobalComponents['hybrid-search']>['$props'];
export const props: Props = { 'asset-base': '/assets', limit: 5, 'onHs-select': (event) => event.memory.id };
export const template: Props = { onHsSearch: ({ response }) => response.hits.length, shortcut: true };
// @ts-expect-error a different type of event
export const misheard: Props = { onHsSelect: (event: { response: string }) => event.response };
// @ts-expect-error not a number
export const wrong: Props = { limit: 'five' };
