import { expect, it } from 'vitest';
import { pageList } from './page-list.ts';

it('refuses a viewer of null, as a search does, instead of showing everything', () => {
  expect(() => pageList([], { viewer: null as never }, 0)).toThrow(
    expect.objectContaining({ code: 'invalid-option', path: 'viewer' }),
  );
});
