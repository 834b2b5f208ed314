import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SyncStep } from '../../protocol/sync-api.ts';
import { corsFetch } from '../../testing/cors-fetch.ts';
import { CouchDouble } from '../../testing/couch-double.ts';
import { checkServer, SYNC_STEPS } from './check-server.ts';

const document = readFileSync(new URL('../../../docs/SYNC.md', import.meta.url), 'utf8');

const ORIGIN = 'https://notes.example';
let couch: CouchDouble;
beforeEach(async () => {
  couch = await CouchDouble.start();
});
afterEach(() => couch.close());

const check = (url = couch.url, headers: [string, string][] = []) =>
  checkServer({ url, origin: ORIGIN, headers: async () => headers, fetch: corsFetch(ORIGIN) });

it('finds nothing to change on a server that is ready, and writes no document', async () => {
  couch.login = 'me:secret';
  couch.cors.exposed = 'date';
  const findings = await check(couch.url.replace('://', '://me:secret@'), [['x-device', 'phone']]);
  expect(findings).toEqual(
    SYNC_STEPS.map((step) => ({ step, ok: true, ...(step === 'database' && { inUse: false }) })),
  );
  expect(couch.documents()).toEqual([]);
});

it('finds nothing to change on a server with the settings that docs/SYNC.md gives', async () => {
  const ini = /```ini\n([\s\S]*?)```/.exec(document)![1]!;
  const settings = new Map([...ini.matchAll(/^(\w+) = (.+)$/gm)].map(([, name = '', value = '']) => [name, value]));
  // CouchDB 3 doesn't start without an administrator.
  expect(ini).toMatch(/^\[admins\]\n\w+ = .+$/m);
  couch.cors = {
    origin: settings.get('enable_cors') === 'true' && settings.get('origins') === ORIGIN,
    headers: settings.get('headers')!,
    methods: settings.get('methods')!,
    exposed: settings.get('exposed_headers') ?? couch.cors.exposed,
  };
  couch.login = 'me:secret';
  const findings = await check(couch.url.replace('://', '://me:secret@'));
  expect(findings).toEqual(
    SYNC_STEPS.map((step) => ({ step, ok: true, ...(step === 'database' && { inUse: false }) })),
  );
});

it('gets a user of one database from the commands that docs/SYNC.md gives', () => {
  const bodies = new Map(
    [...document.matchAll(/^curl -X PUT \$couch(\S+)(?: -d '(.+)')?$/gm)].map(([, path = '', body = 'null']) => [
      path,
      JSON.parse(body) as unknown,
    ]),
  );
  const [database, user, security] = [...bodies.keys()];
  expect(bodies.get(user!)).toMatchObject({ name: user!.split(':')[1], password: expect.any(String), type: 'user' });
  expect(security).toBe(`${database}/_security`);
  expect(bodies.get(security!)).toEqual({ members: { names: [user!.split(':')[1]] } });
});

it.each<readonly [SyncStep, () => void, string]>([
  [
    'cors-origin',
    () => {
      couch.cors.origin = false;
    },
    `origins = ${ORIGIN}`,
  ],
  [
    'cors-headers',
    () => {
      couch.cors.headers = 'accept';
    },
    'headers = accept, authorization, content-type, origin',
  ],
  [
    'credentials',
    () => {
      couch.login = 'me:secret';
    },
    'a name and a password',
  ],
  [
    'cors-methods',
    () => {
      couch.cors.methods = 'GET, POST';
    },
    'methods = GET, PUT',
  ],
  [
    'write',
    () => {
      couch.readOnly = true;
    },
    '_security',
  ],
  [
    'body-limit',
    () => {
      couch.behaviour = { ...couch.behaviour, maxBytes: 500_000 };
    },
    'client_max_body_size',
  ],
  [
    'clock',
    () => {
      couch.cors.exposed = 'date';
      couch.minutesAhead = -30;
    },
    'set-ntp',
  ],
])('finds what is wrong with %s, says what to change, and checks nothing after it', async (step, spoil, change) => {
  spoil();
  const findings = await check();
  const at = SYNC_STEPS.indexOf(step);
  expect(findings.map(({ ok }) => ok)).toEqual(SYNC_STEPS.map((_, n) => (n < at ? true : n === at ? false : null)));
  expect(findings[at]!.change).toContain(change);
});

it('says which line lets the page read the clock of a server with the settings that CouchDB has by default', async () => {
  const findings = await check();
  expect(findings.filter(({ ok }) => ok !== true)).toEqual([
    { step: 'clock', ok: null, change: '[cors] exposed_headers = date' },
  ]);
});

it('finds an address without encryption, a server that is down, and a missing database', async () => {
  const failed = async (url: string) => (await check(url)).find(({ ok }) => ok === false);
  expect(await failed('http://couch.example/notes')).toMatchObject({ step: 'tls', change: '[ssl] enable = true' });
  expect(await failed('http://127.0.0.1:1/notes')).toMatchObject({ step: 'reachable' });
  expect(await failed(`${couch.origin}/elsewhere`)).toMatchObject({
    step: 'database',
    status: 404,
    change: `curl -X PUT ${couch.origin}/elsewhere`,
  });
});
