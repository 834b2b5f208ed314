/** Tests real engines that replicate over real HTTP with a server that speaks CouchDB's protocol. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BGE_SMALL, modelProfile } from '../../core/model-profiles.ts';
import { CouchDevices, settle } from '../../testing/couch-devices.ts';
import { CouchDouble } from '../../testing/couch-double.ts';
import { plaintextIn } from '../../testing/plaintext.ts';
import type { SyncDevice } from '../../testing/sync-device.ts';
import { devicesOf } from './devices.ts';

const server = new CouchDevices();
const { start } = server;

describe('two devices', () => {
  it('end with equal memories, including pictures and removals', async () => {
    const one = await start();
    const data = new Uint8Array(600_000).map((_, at) => (at * 7919) % 251).buffer;
    await one.put(
      {
        id: 'a',
        text: 'Alpha',
        tags: ['x'],
        metadata: { n: 1 },
        images: [{ data, mimeType: 'image/png', alt: 'dots' }],
      },
      { id: 'b', text: 'Beta' },
      { id: 'c', text: 'Gone soon' },
    );
    await settle(one);
    expect(one.replicator.state).toMatchObject({ stage: 'live', pending: 0 });
    const two = await start();
    await settle(two);
    expect(await two.contents()).toEqual(await one.contents());
    await two.remove('c');
    await two.put({ id: 'd', text: 'Delta' });
    await settle(two, one);
    expect(await one.contents()).toEqual(await two.contents());
    expect(Object.keys(await one.texts())).toEqual(expect.arrayContaining(['a', 'b', 'd']));
  });

  it('merge edits of different lines, and keep both edits of the same line', async () => {
    const one = await start();
    await one.put({ id: 'a', text: 'one\ntwo\nthree\n' }, { id: 'b', text: 'plain' });
    const two = await start();
    await settle(one, two);
    await one.put({ id: 'a', text: 'ONE\ntwo\nthree\n' }, { id: 'b', text: 'by one' });
    await two.put({ id: 'a', text: 'one\ntwo\nTHREE\n' }, { id: 'b', text: 'by two' });
    await settle(one, two, one, two);
    expect(await one.contents()).toEqual(await two.contents());
    expect((await one.texts()).a).toBe('ONE\ntwo\nTHREE\n');
  });

  it('treat a memory in the trash as removed, and bring it back when it is restored', async () => {
    const one = await start();
    await one.put({ id: 'a', text: 'first' }, { id: 'b', text: 'stays' });
    const two = await start();
    await settle(one, two);
    await one.engine.call('trashPut', [['a'], {}]);
    await settle(one, two);
    expect(await two.texts()).toEqual({ b: 'stays' });
    await one.engine.call('trashRestore', [['a'], {}]);
    await settle(one, two);
    expect(await two.texts()).toEqual({ a: 'first', b: 'stays' });
  });

  it('take a memory out of the trash if the other device edited it', async () => {
    const one = await start();
    await one.put({ id: 'a', text: 'first' });
    const two = await start();
    await settle(one, two);
    await one.engine.call('trashPut', [['a'], {}]);
    await two.put({ id: 'a', text: 'edited' });
    await settle(one, two, one, two);
    expect(await one.texts()).toEqual({ a: 'edited' });
    expect(await two.contents()).toEqual(await one.contents());
  });

  it("never send what's in the trash when sync starts", async () => {
    const one = await start();
    await one.put({ id: 'a', text: 'thrown away' }, { id: 'b', text: 'kept' });
    await one.engine.call('trashPut', [['a'], {}]);
    const two = await start();
    await settle(one, two);
    expect(await two.texts()).toEqual({ b: 'kept' });
  });

  it('keep an edit when the other removed the memory', async () => {
    const one = await start();
    await one.put({ id: 'a', text: 'kept' });
    const two = await start();
    await settle(one, two);
    await one.remove('a');
    await two.put({ id: 'a', text: 'edited' });
    await settle(one, two, one);
    expect(await one.texts()).toEqual({ a: 'edited' });
    expect(await two.texts()).toEqual({ a: 'edited' });
  });

  it("combine what each had before, and don't send what the other already has", async () => {
    const one = await start();
    await one.put({ id: 'a', text: 'same', createdAt: 1 }, { id: 'b', text: 'only one', createdAt: 1 });
    await settle(one);
    const two = await start({ url: 'http://127.0.0.1:1/nowhere' });
    await two.put({ id: 'a', text: 'same', createdAt: 1 }, { id: 'c', text: 'only two', createdAt: 1 });
    await two.stop();
    const joined = await start({ from: two, passphrase: 'six words' });
    await settle(joined, one);
    expect(await joined.texts()).toEqual({ a: 'same', b: 'only one', c: 'only two' });
    expect(await one.contents()).toEqual(await joined.contents());
    expect(joined.replicator.state.pushed).toBe(1);
  });
});

it('takes what is written in the middle of the first pull', async () => {
  const one = await start();
  await one.put(...Array.from({ length: 300 }, (_, at) => ({ id: `m${at}`, text: `memory ${at}` })));
  await settle(one);
  const started = start();
  let pages = 0;
  server.couch.before = async (request) => {
    if (request !== 'GET /memories/_all_docs' || ++pages !== 2) return;
    await (await started).put({ id: 'mine', text: 'written meanwhile' });
  };
  const two = await started;
  await settle(two);
  // Settled once more, because only a round that starts after the write is sure to send it.
  await settle(two, one);
  expect(pages).toBeGreaterThanOrEqual(2);
  expect((await one.texts()).mine).toBe('written meanwhile');
  expect(await two.contents()).toEqual(await one.contents());
});

it('sends no request while hidden, and what was written meanwhile once it is visible', async () => {
  const one = await start();
  await settle(one);
  one.replicator.visible(false);
  server.couch.requests.length = 0;
  await one.put({ id: 'a', text: 'written while hidden' });
  one.replicator.wake();
  // If the device had sent a request, this one would come after it.
  await fetch(server.couch.origin);
  expect(server.couch.requests.filter((request) => !request.endsWith('longpoll'))).toEqual(['GET /']);
  one.replicator.visible(true);
  await settle(one);
  expect(one.replicator.state).toMatchObject({ stage: 'live', pending: 0, pushed: 1 });
});

describe('what stays on its device', () => {
  const DAY = 86_400_000;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());
  const read = async (device: SyncDevice, id: string) => (await device.engine.call('getMany', [[id], {}]))[0]!;

  it('includes messages of conversations and access counts: they leave no record', async () => {
    const one = await start();
    await one.put({ id: 'a', text: 'a note' });
    await settle(one);
    const before = server.couch.dump();
    await one.put({ id: 'm', text: 'said', type: 'conversation', role: 'user', session: 's' });
    await one.engine.call('touch', ['a']);
    expect(await read(one, 'a')).toMatchObject({ accessCount: 1 });
    await settle(one);
    expect(server.couch.dump()).toBe(before);
    expect(one.replicator.state).toMatchObject({ stage: 'live', pending: 0 });
  });

  it('includes expiry: a memory that expires on one device stays on the other, whichever edits it', async () => {
    const [one, two] = [await start(), await start()];
    await one.put(
      { id: 'a', text: 'a note', expiresAt: Date.now() + DAY },
      { id: 'b', text: 'b' },
      { id: 'c', text: 'c' },
    );
    await settle(one, two);
    expect(await read(two, 'a')).not.toHaveProperty('expiresAt');
    // An edit on another device leaves this device's expiry as it is. A change of only the expiry sends nothing.
    await two.put({ id: 'a', text: 'edited' });
    await settle(two, one);
    expect(await read(one, 'a')).toMatchObject({ text: 'edited', expiresAt: expect.any(Number) });
    const { updatedAt } = await read(one, 'b');
    const before = server.couch.documents().length;
    await one.engine.call('update', ['b', { expiresAt: Date.now() + DAY, updatedAt }, {}]);
    await settle(one);
    vi.setSystemTime(Date.now() + 2 * DAY);
    vi.advanceTimersByTime(60_000);
    await one.put({ id: 'later', text: 'after the removal' });
    await settle(one, two);
    expect(Object.keys(await one.texts()).sort()).toEqual(['c', 'later']);
    expect(await two.texts()).toEqual({ a: 'edited', b: 'b', c: 'c', later: 'after the removal' });
    expect(server.couch.documents().length).toBe(before + 1);
    await two.put({ id: 'a', text: 'edited after it expired' });
    await settle(two, one, two);
    expect((await two.texts()).a).toBe('edited after it expired');
    expect(await one.texts()).not.toHaveProperty('a');
  });
});

describe('what the server learns', () => {
  it('contains no plaintext of any id, title, tag, text or picture', async () => {
    const one = await start({ modelAllowed: true });
    const data = new TextEncoder().encode('walruspixels '.repeat(100)).buffer;
    const images = [{ data, mimeType: 'image/png' as const, alt: 'walrusalt' }];
    const text = 'Walrustext sleeps. '.repeat(50);
    await one.put(
      { id: 'walrus-id', title: 'Walrustitle', text: 'Walrustext sleeps', tags: ['walrustag'] },
      { id: 'long-walrus', text, images },
    );
    await one.engine.call('idle', []);
    await settle(one);
    await one.remove('walrus-id');
    await settle(one);
    const records = server.couch.documents().filter(({ body }) => typeof body.d === 'string');
    expect(records.length).toBeGreaterThanOrEqual(4);
    expect(plaintextIn(server.couch.dump(), ['walrus', 'sleeps', 'image/png'])).toEqual([]);
  });
});

describe('a wrong passphrase', () => {
  it('is reported, and nothing is written', async () => {
    const one = await start();
    await one.put({ id: 'a', text: 'secret' });
    await settle(one);
    const before = server.couch.dump();
    const two = await start({ passphrase: 'other words' });
    await two.put({ id: 'x', text: 'mine' });
    await settle(two);
    expect(two.replicator.state).toMatchObject({ stage: 'refused', detail: 'decryption' });
    expect(server.couch.dump()).toBe(before);
    expect(await two.texts()).toEqual({ x: 'mine' });
  });

  it('stops this device after another one changed the passphrase, until the new one is given', async () => {
    const { changePassphrase } = await import('./connect.ts');
    const [one, two] = [await start(), await start()];
    await settle(one, two);
    await two.stop();
    await one.replicator.withSession((session) => changePassphrase(session, 'six words', 'new words'));
    await one.put({ id: 'a', text: 'after' });
    await settle(one);
    expect(one.replicator.state.stage).toBe('live');
    const back = await start({ from: two, passphrase: undefined });
    await back.put({ id: 'b', text: 'written meanwhile' });
    await settle(back);
    expect(back.replicator.state).toMatchObject({ stage: 'refused', detail: 'decryption' });
    await back.stop();
    const told = await start({ from: two, passphrase: 'new words' });
    await settle(told, one);
    expect(await one.texts()).toEqual({ a: 'after', b: 'written meanwhile' });
  });
});

describe('vectors', () => {
  it('are computed once: the second device embeds nothing', async () => {
    const one = await start({ modelAllowed: true });
    await one.put(...Array.from({ length: 30 }, (_, at) => ({ id: `m${at}`, text: `Memory number ${at} of many` })));
    await one.engine.call('idle', []);
    await settle(one);
    const two = await start({ modelAllowed: true });
    await settle(two);
    await two.engine.call('idle', []);
    expect(two.engine.embedded).toEqual([]);
    const { embedded, queued } = await two.engine.call('stats', []);
    expect([embedded, queued]).toEqual([30, 0]);
  });

  it("of other devices are all that a device with vectors: 'adopt' has", async () => {
    const one = await start({ modelAllowed: true });
    await one.put(...Array.from({ length: 30 }, (_, at) => ({ id: `m${at}`, text: `Memory number ${at} of many` })));
    await one.engine.call('idle', []);
    await settle(one);
    const phone = await start({ modelAllowed: true, vectors: 'adopt' });
    await settle(phone);
    await phone.put({ id: 'mine', text: 'Written on the phone' });
    await settle(phone);
    const { embedded, queued } = await phone.engine.call('stats', []);
    expect([phone.engine.embedded, embedded, queued]).toEqual([[], 30, 1]);
  });

  it('of another model are ignored', async () => {
    const one = await start({ modelAllowed: true });
    await one.put({ id: 'a', text: 'Embedded with the first model' });
    await one.engine.call('idle', []);
    await settle(one);
    const two = await start({ modelAllowed: true, model: modelProfile(BGE_SMALL) });
    await settle(two);
    expect(await two.texts()).toEqual(await one.texts());
    expect(await two.engine.call('stats', [])).toMatchObject({ embedded: 0, queued: 1 });
    expect(two.replicator.state).toMatchObject({ stage: 'live', pending: 0 });
  });

  it('leave room for texts on a full disk, and come without embedding once there is space', async () => {
    const one = await start({ modelAllowed: true });
    await one.put(...Array.from({ length: 150 }, (_, at) => ({ id: `m${at}`, text: `Memory number ${at} of many` })));
    await one.engine.call('idle', []);
    await settle(one);
    let hasRoom = false;
    const two = await start({ modelAllowed: true, hasRoom: () => hasRoom });
    await settle(two);
    expect(two.replicator.state).toMatchObject({ stage: 'refused', detail: 'full' });
    expect(await two.contents()).toEqual(await one.contents());
    hasRoom = true;
    two.replicator.resume();
    await settle(two);
    expect(two.replicator.state).toMatchObject({ stage: 'live', pending: 0 });
    await two.engine.call('idle', []);
    expect(two.engine.embedded).toEqual([]);
    const { embedded, queued } = await two.engine.call('stats', []);
    expect([embedded, queued]).toEqual([150, 0]);
  });

  it('that don’t fit on a full disk keep no local change from being sent', async () => {
    const one = await start({ modelAllowed: true });
    await one.put({ id: 'a', text: 'Embedded elsewhere' });
    await one.engine.call('idle', []);
    await settle(one);
    const two = await start({ modelAllowed: true, hasRoom: () => false });
    await two.put({ id: 'mine', text: 'Written on the full device' });
    await settle(two, one);
    expect(two.replicator.state).toMatchObject({ stage: 'refused', detail: 'full', pending: 0 });
    expect(await one.texts()).toEqual({ a: 'Embedded elsewhere', mine: 'Written on the full device' });
  });
});

describe('faults', () => {
  it('reports a server that was set back, and sends it what it lost', async () => {
    const one = await start();
    await one.put({ id: 'a', text: 'first' });
    await settle(one);
    const restore = server.couch.backUp();
    await one.put({ id: 'a', text: 'second' }, { id: 'b', text: 'new' });
    await settle(one);
    await one.stop();
    restore();
    const again = await start({ from: one });
    await settle(again, again);
    expect(await again.texts()).toEqual({ a: 'second', b: 'new' });
    const two = await start();
    await settle(two);
    expect(await two.texts()).toEqual({ a: 'second', b: 'new' });
  });

  it('keeps both versions if a server was set back and another device wrote to it', async () => {
    const one = await start();
    await one.put({ id: 'a', text: 'common' });
    const two = await start();
    await settle(one, two);
    const restore = server.couch.backUp();
    await two.stop();
    await one.put({ id: 'a', text: 'lost by the server' });
    await settle(one);
    await one.stop();
    restore();
    const other = await start({ from: two });
    await other.put({ id: 'a', text: 'written where it stood' });
    await settle(other);
    const again = await start({ from: one });
    await settle(again, other, again);
    expect(await again.contents()).toEqual(await other.contents());
    const kept = await again.keptOf('a');
    expect(kept).toEqual(await other.keptOf('a'));
    const all = [(await again.texts()).a, ...kept.map(({ fields }) => fields.text)];
    expect(all).toEqual(expect.arrayContaining(['lost by the server', 'written where it stood']));
  });

  it('compares everything when another device has restored lost records', async () => {
    const [one, two, three] = [await start(), await start(), await start()];
    await one.put({ id: 'a', text: 'first' });
    await settle(one, two, three);
    const restore = server.couch.backUp();
    await one.put({ id: 'b', text: 'seen by two' });
    await settle(one, two);
    await three.stop();
    await one.stop();
    await two.stop();
    restore();
    // New changes take the positions of the lost ones.
    const third = await start({ from: three });
    await third.put({ id: 'c', text: 'in their place' });
    await settle(third);
    const first = await start({ from: one });
    await settle(first);
    const second = await start({ from: two });
    await settle(second);
    expect(await second.texts()).toEqual({ a: 'first', b: 'seen by two', c: 'in their place' });
    expect(second.replicator.state.rolledBack).toBe(true);
  });

  it('compares everything with a server that was replaced while it was unreachable', async () => {
    const one = await start({ retryMs: 5 });
    await one.put({ id: 'a', text: 'first' });
    await settle(one);
    const restore = server.couch.backUp();
    await one.put({ id: 'b', text: 'second' });
    await settle(one);
    server.couch.isDown = true;
    server.couch.dropConnections();
    await expect.poll(() => one.replicator.state.stage).toBe('offline');
    restore();
    server.couch.isDown = false;
    await settle(one);
    expect(one.replicator.state).toMatchObject({ stage: 'live', rolledBack: true });
    expect(server.couch.documents().length).toBe(5);
  });

  it('refuses a database that was created again under the same name', async () => {
    const one = await start();
    await one.put({ id: 'a', text: 'here' });
    await settle(one);
    await one.stop();
    server.couch.recreate();
    const again = await start({ from: one });
    await settle(again);
    expect(again.replicator.state).toMatchObject({ stage: 'refused', detail: 'identity' });
    expect(server.couch.documents()).toEqual([]);
    expect(await again.texts()).toEqual({ a: 'here' });
  });

  it.each([
    ['and its connections end', true],
    ['between two requests', false],
  ])('refuses a database that is created again while it syncs, %s', async (_, isDropped) => {
    const one = await start({ retryMs: 5 });
    await one.put({ id: 'a', text: 'here' });
    await settle(one);
    server.couch.recreate();
    if (isDropped) server.couch.dropConnections();
    await one.put({ id: 'b', text: 'written meanwhile' });
    await settle(one);
    expect(one.replicator.state).toMatchObject({ stage: 'refused', detail: 'identity' });
    expect(server.couch.documents()).toEqual([]);
  });

  it('does what a user asks for while another server is answering for the first time', async () => {
    const one = await start();
    await one.put({ id: 'a', text: 'here' });
    await settle(one);
    server.couch.isDown = true;
    server.couch.dropConnections();
    await expect.poll(() => one.replicator.state.stage).toBe('offline');
    server.couch.rename();
    server.couch.isDown = false;
    expect(await one.replicator.withSession(devicesOf)).toHaveLength(1);
  });

  it('stays connected if a proxy answers where the server says its name', async () => {
    const one = await start({ retryMs: 5 });
    await one.put({ id: 'a', text: 'here' });
    await settle(one);
    server.couch.isDown = true;
    server.couch.dropConnections();
    await expect.poll(() => one.replicator.state.stage).toBe('offline');
    server.couch.before = async (request) => {
      server.couch.behaviour = { ...server.couch.behaviour, faults: ['html'], percent: request === 'GET /' ? 100 : 0 };
    };
    server.couch.requests.length = 0;
    server.couch.isDown = false;
    await one.put({ id: 'b', text: 'written meanwhile' });
    await settle(one);
    // A device that takes it for another server connects again.
    expect(server.couch.requests.filter((request) => request === 'GET /')).toHaveLength(1);
  });

  it('sends nothing before the time that the server asks to wait for', async () => {
    const one = await start();
    await settle(one);
    server.couch.retryAfter = 1e9;
    server.couch.behaviour = { ...server.couch.behaviour, faults: ['too-many'], percent: 100 };
    await one.put({ id: 'a', text: 'written meanwhile' });
    one.replicator.wake();
    await expect.poll(() => one.replicator.state.stage).toBe('offline');
    server.couch.behaviour = { ...server.couch.behaviour, faults: [], percent: 0 };
    const two = await start();
    for (let round = 0; round < 5; round++) {
      one.replicator.wake();
      await two.put({ id: 'c', text: `version ${round}` });
      await settle(two);
    }
    expect(Object.keys(await two.texts())).toEqual(['c']);
  });

  it('stays refused when a person asks for something meanwhile', async () => {
    const one = await start();
    await one.put({ id: 'a', text: 'here' });
    await settle(one);
    server.couch.login = 'me:secret';
    server.couch.dropConnections();
    await one.put({ id: 'b', text: 'written meanwhile' });
    await settle(one);
    const refused = { stage: 'refused', detail: 'authentication' };
    expect(one.replicator.state).toMatchObject(refused);
    await expect(one.replicator.withSession(async () => {})).rejects.toMatchObject({ code: 'sync-refused' });
    expect(one.replicator.state).toMatchObject(refused);
  });

  it('reports a record that was tampered with, and reads the others', async () => {
    const one = await start();
    await one.put({ id: 'a', text: 'good' }, { id: 'b', text: 'also good' });
    await settle(one);
    const [victim, other] = server.couch.documents().filter(({ id }) => id !== 'keys');
    server.couch.overwrite(victim!.id, other!.body);
    const two = await start();
    await one.put({ id: 'c', text: 'later' });
    await settle(one, two);
    expect(two.replicator.state).toMatchObject({ stage: 'live', detail: 'decryption', unreadable: [victim!.id] });
    expect((await two.texts()).c).toBe('later');
  });

  it('reads, merges and removes branches of a cluster', async () => {
    const one = await start();
    await one.put({ id: 'a', text: 'base' });
    await settle(one);
    const before = server.couch.documents();
    await one.put({ id: 'a', text: 'winner' });
    await settle(one);
    const changed = server.couch
      .documents()
      .find(({ id, body }) => before.some((old) => old.id === id && old.body.d !== body.d));
    server.couch.branch(changed!.id, before.find(({ id }) => id === changed!.id)!.body);
    await settle(one, one);
    expect(server.couch.conflictsOf(changed!.id)).toBe(0);
    expect((await one.texts()).a).toBe('winner');
  });

  it('keeps both versions of a line that two nodes of a cluster took at once', async () => {
    const one = await start();
    await one.put({ id: 'a', text: 'common' });
    await settle(one);
    const node = await CouchDouble.start();
    server.couch.copyTo(node);
    const two = await start({ url: node.url });
    await settle(two);
    await one.put({ id: 'a', text: 'by one' });
    await settle(one);
    const known = new Set(server.couch.documents().map(({ body }) => body.d));
    await two.put({ id: 'a', text: 'by two' });
    await settle(two);
    const ids = server.couch.documents().map(({ id }) => id);
    const edited = node.documents().find(({ id, body }) => ids.includes(id) && !known.has(body.d) && id !== 'keys')!;
    server.couch.branch(edited.id, edited.body);
    await settle(one, one);
    expect(server.couch.conflictsOf(edited.id)).toBe(0);
    const shown = (await one.texts()).a;
    const kept = (await one.keptOf('a')).map(({ fields }) => fields.text);
    expect([shown, ...kept].sort()).toEqual(['by one', 'by two']);
    await server.closeDevices();
    await node.close();
  });

  it('reports an old record that the server replays, and sends the newer one again', async () => {
    const one = await start();
    await one.put({ id: 'a', text: 'first' });
    await settle(one);
    const old = server.couch.documents();
    await one.put({ id: 'a', text: 'second' });
    await settle(one);
    const { id, body } = server.couch
      .documents()
      .find((doc) => old.some((each) => each.id === doc.id && each.body.d !== doc.body.d))!;
    server.couch.overwrite(id, old.find((each) => each.id === id)!.body);
    await settle(one, one);
    expect(one.replicator.state).toMatchObject({ stage: 'live', rolledBack: true });
    expect(await one.texts()).toEqual({ a: 'second' });
    expect(server.couch.documents().find((doc) => doc.id === id)!.body).toEqual(body);
  });

  it("refuses a stranger's database behind the same address, and changes neither side", async () => {
    const one = await start();
    await one.put({ id: 'a', text: 'mine' });
    await settle(one);
    await one.stop();
    server.couch.recreate();
    const stranger = await start({ passphrase: 'other words' });
    await stranger.put({ id: 'b', text: 'theirs' });
    await settle(stranger);
    await stranger.stop();
    const before = server.couch.dump();
    const again = await start({ from: one });
    await again.put({ id: 'c', text: 'written meanwhile' });
    await settle(again);
    expect(again.replicator.state).toMatchObject({ stage: 'refused', detail: 'identity' });
    expect(server.couch.dump()).toBe(before);
    expect(await again.texts()).toEqual({ a: 'mine', c: 'written meanwhile' });
  });

  it('creates no second key if the keys document is gone while records remain', async () => {
    const one = await start();
    await one.put({ id: 'a', text: 'encrypted with the first key' });
    await settle(one);
    await one.stop();
    const { _rev } = (await (await fetch(`${server.couch.url}/keys`)).json()) as { _rev: string };
    const docs = [{ _id: 'keys', _rev, _deleted: true }];
    await fetch(`${server.couch.url}/_bulk_docs`, { method: 'POST', body: JSON.stringify({ docs }) });
    const before = server.couch.dump();
    const two = await start();
    await two.put({ id: 'b', text: 'new here' });
    await settle(two);
    expect(two.replicator.state).toMatchObject({ stage: 'refused', detail: 'identity' });
    expect(server.couch.dump()).toBe(before);
    expect(await two.texts()).toEqual({ b: 'new here' });
  });

  it('restores from the server what only this device lost', async () => {
    const one = await start();
    await one.put({ id: 'a', text: 'alpha' }, { id: 'b', text: 'beta' });
    await settle(one);
    await one.replicator.rebuild();
    await settle(one);
    expect(await one.texts()).toEqual({ a: 'alpha', b: 'beta' });
    expect(server.couch.documents().length).toBe(4);
  });

  it('a new generation contains what this device has, and the other devices stop and ask', async () => {
    const [one, two] = [await start(), await start()];
    await one.put({ id: 'a', text: 'alpha' });
    await settle(one, two);
    await two.put({ id: 'b', text: 'beta' });
    await one.replicator.startAgain();
    await settle(one, two);
    expect(two.replicator.state).toMatchObject({ stage: 'refused', detail: 'identity' });
    await two.replicator.rebuild();
    await settle(two, one);
    expect(await one.texts()).toEqual({ a: 'alpha', b: 'beta' });
    expect(await two.texts()).toEqual({ a: 'alpha', b: 'beta' });
  });
});

it("opens a database that CouchDB's replication copied to another server with the same passphrase", async () => {
  const one = await start();
  await one.put({ id: 'a', text: 'alpha' }, { id: 'b', text: 'beta' });
  await one.remove('b');
  await settle(one);
  const other = await CouchDouble.start();
  server.couch.copyTo(other);
  const moved = await start({ url: other.url });
  await settle(moved);
  expect(moved.replicator.state).toMatchObject({ stage: 'live', pending: 0 });
  expect(await moved.texts()).toEqual({ a: 'alpha' });
  const guess = await start({ url: other.url, passphrase: 'guessed' });
  await settle(guess);
  expect(guess.replicator.state).toMatchObject({ stage: 'refused', detail: 'decryption' });
  await one.stop();
  const again = await start({ from: one, url: other.url });
  await again.put({ id: 'c', text: 'later' });
  await settle(again, moved);
  expect(await moved.texts()).toEqual({ a: 'alpha', c: 'later' });
  expect(again.replicator.state.rolledBack).toBeUndefined();
  await server.closeDevices();
  await other.close();
});

it('reports that it is catching up while a round takes long, although it was live before', async () => {
  const one = await start();
  await settle(one);
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.couch.before = (request) => (request.endsWith('_bulk_docs') ? released : Promise.resolve());
  await one.put({ id: 'a', text: 'on its way' });
  await expect
    .poll(() => one.replicator.state, { timeout: 10_000 })
    .toMatchObject({ stage: 'catching-up', pending: 1 });
  release();
  await settle(one);
  expect(one.replicator.state).toMatchObject({ stage: 'live', pending: 0 });
});

it.each(['answered', 'lost'])('stays paused if a request that was under way is %s', async (end) => {
  const one = await start();
  await settle(one);
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isHeld = new Promise<void>((resolve) => {
    server.couch.before = (request) => {
      if (request !== 'GET /') return Promise.resolve();
      resolve();
      return released;
    };
  });
  const two = await start();
  await isHeld;
  two.replicator.pause();
  if (end === 'lost') server.couch.dropConnections();
  release();
  await two.replicator.withSession(async () => {}).catch(() => {});
  expect(two.replicator.state.stage).toBe('paused');
});
