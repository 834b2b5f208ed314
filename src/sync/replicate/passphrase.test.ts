import { expect, it } from 'vitest';
import { CouchDevices, settle } from '../../testing/couch-devices.ts';
import { changePassphrase } from './connect.ts';

const server = new CouchDevices();

it.each(['startAgain', 'rebuild'] as const)(
  'a device that changed the passphrase stays connected after %s',
  async (method) => {
    const device = await server.start();
    await device.put({ id: 'a', text: 'alpha' });
    await settle(device);
    await device.replicator.withSession((session) => changePassphrase(session, 'six words', 'new words'));
    await device.replicator[method]();
    await settle(device);
    expect(device.replicator.state).toMatchObject({ stage: 'live', pending: 0 });
    expect(await device.texts()).toEqual({ a: 'alpha' });
  },
);
