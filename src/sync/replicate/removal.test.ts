import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CouchDouble } from '../../testing/couch-double.ts';
import { SyncDevice } from '../../testing/sync-device.ts';

let couch: CouchDouble;
let one: SyncDevice;
let two: SyncDevice;

beforeEach(async () => {
  couch = await CouchDouble.start();
  one = await SyncDevice.start({ url: couch.url });
  await one.put({ id: 'a', text: 'secret' }, { id: 'b', text: 'other' });
  await one.replicator.idle();
  two = await SyncDevice.start({ url: couch.url });
  await two.replicator.idle();
});
afterEach(async () => {
  await one.close();
  await two.close();
  await couch.close();
});

const settle = async (): Promise<void> => {
  for (const device of [one, two]) await device.replicator.idle();
};

it('a purged memory is gone on the other device, and not in its trash', async () => {
  await one.engine.call('trashPut', [['a'], {}]);
  await one.engine.call('purge', []);
  await settle();
  expect(await two.texts()).toEqual({ b: 'other' });
  expect((await two.engine.call('trashList', [{}])).memories).toEqual([]);
});

it('deleting all memories deletes them on the other device too', async () => {
  await one.engine.call('clear', [{}]);
  await settle();
  expect(await one.texts()).toEqual({});
  expect(await two.texts()).toEqual({});
});

describe('a change during a write whose answer is lost wins over that write', () => {
  /** Runs `change` in the first `_bulk_docs` request, whose answer is then lost. */
  const duringLostAnswer = (change: () => Promise<unknown>): void => {
    couch.before = async (request) => {
      if (!request.endsWith('_bulk_docs')) return;
      couch.before = async () => {};
      await change();
      couch.behaviour = { ...couch.behaviour, faults: ['lost-ack'], percent: 100 };
      couch.before = async () => {
        couch.behaviour = { ...couch.behaviour, faults: [] };
      };
    };
  };

  it('a removal of the new memory', async () => {
    duringLostAnswer(() => one.engine.call('removeMany', [['c'], {}]));
    await one.put({ id: 'c', text: 'third' });
    await settle();
    expect(couch.faulted.get('lost-ack')).toBe(1);
    expect(await one.texts()).toEqual({ a: 'secret', b: 'other' });
    await settle();
    expect(await two.texts()).toEqual({ a: 'secret', b: 'other' });
  });

  it('a removal after an edit of the new memory whose answer is lost too', async () => {
    duringLostAnswer(async () => {
      await one.put({ id: 'c', text: 'edited' });
      setTimeout(() => {
        const lost = couch.before;
        couch.before = async (request) => {
          await lost(request);
          if (request.endsWith('_changes')) duringLostAnswer(() => one.remove('c'));
        };
      });
    });
    await one.put({ id: 'c', text: 'third' });
    await settle();
    await settle();
    expect(couch.faulted.get('lost-ack')).toBe(2);
    expect(await one.texts()).toEqual({ a: 'secret', b: 'other' });
    expect(await two.texts()).toEqual({ a: 'secret', b: 'other' });
  });

  it('an edit that is taken back', async () => {
    const [former] = await one.engine.call('getMany', [['a'], {}]);
    duringLostAnswer(() => one.put(former!));
    await one.put({ id: 'a', text: 'changed' });
    await settle();
    expect(couch.faulted.get('lost-ack')).toBe(1);
    expect(await one.texts()).toEqual({ a: 'secret', b: 'other' });
    await settle();
    expect(await two.texts()).toEqual({ a: 'secret', b: 'other' });
  });

  it('a removal after an edit of the new memory', async () => {
    duringLostAnswer(async () => {
      await one.put({ id: 'c', text: 'edited' });
      const noted = couch.before;
      // Runs once the edit is noted, and before the server's version is taken.
      setTimeout(() => {
        const lost = couch.before;
        couch.before = async (request) => {
          await lost(request);
          if (!request.endsWith('_changes')) return;
          couch.before = noted;
          await one.remove('c');
        };
      });
    });
    await one.put({ id: 'c', text: 'third' });
    await settle();
    await settle();
    expect(await one.texts()).toEqual({ a: 'secret', b: 'other' });
    expect(await two.texts()).toEqual({ a: 'secret', b: 'other' });
  });
});

it('a removal wins over the same version that another device sent again to a server that was set back', async () => {
  const restore = couch.backUp();
  await one.put({ id: 'c', text: 'third' });
  await settle();
  await one.stop();
  restore();
  await two.replicator.idle();
  await one.remove('c');
  const again = await SyncDevice.start({ url: couch.url, from: one });
  await again.replicator.idle();
  await two.replicator.idle();
  await again.close();
  expect(await one.texts()).toEqual({ a: 'secret', b: 'other' });
  expect(await two.texts()).toEqual({ a: 'secret', b: 'other' });
});

describe('a server that is set back, and a change that was taken back while it was unreachable', () => {
  const whileUnreachable = async (restore: () => void, ...changes: (() => Promise<unknown>)[]): Promise<void> => {
    await two.stop();
    couch.isDown = true;
    couch.dropConnections();
    await expect.poll(() => one.replicator.state.stage).toBe('offline');
    for (const change of changes) {
      await change();
      one.replicator.wake();
      await expect.poll(() => one.replicator.state.pending).toBe(1);
    }
    restore();
    couch.isDown = false;
    await one.replicator.idle();
    await one.replicator.idle();
  };
  const textsOfNewDevice = async (): Promise<unknown> => {
    const three = await SyncDevice.start({ url: couch.url });
    await three.replicator.idle();
    const texts = await three.texts();
    await three.close();
    return texts;
  };

  it('it gets the removal of a memory that was added and removed again', async () => {
    const restore = couch.backUp();
    await one.remove('a');
    await settle();
    await whileUnreachable(
      restore,
      () => one.put({ id: 'a', text: 'again' }),
      () => one.remove('a'),
    );
    expect(await one.texts()).toEqual({ b: 'other' });
    expect(await textsOfNewDevice()).toEqual({ b: 'other' });
  });

  it('it gets a memory that was edited there and back', async () => {
    const restore = couch.backUp();
    await one.put({ id: 'c', text: 'third' });
    await settle();
    const [former] = await one.engine.call('getMany', [['c'], {}]);
    await whileUnreachable(
      restore,
      () => one.put({ id: 'c', text: 'edited' }),
      () => one.put(former!),
    );
    expect(await textsOfNewDevice()).toEqual({ a: 'secret', b: 'other', c: 'third' });
  });
});
