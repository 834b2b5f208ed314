import { expect, it } from 'vitest';
import { loginOf } from './login-of.ts';

it.each([
  ['http://couch.example/notes', '', ''],
  ['http://me:secret@couch.example/notes', 'me', 'secret'],
  ['http://m%C3%A9:se%40cret@couch.example/notes', 'mé', 'se@cret'],
  ['http://me:100%@couch.example/notes', 'me', '100%'],
  ['http://mé:s%créte@couch.example/notes', 'mé', 's%créte'],
  ['http://me:%ff@couch.example/notes', 'me', '%ff'],
])('reads the login of %s', (url, user, password) => {
  expect(loginOf(new URL(url))).toEqual({ user, password });
});
