import { afterEach, beforeEach } from 'vitest';
import { CouchDouble } from './couch-double.ts';
import { SyncDevice, type SyncDeviceOptions } from './sync-device.ts';

/** A server for each test, and devices that end with it. */
export class CouchDevices {
  readonly #defaults: Partial<SyncDeviceOptions>;
  readonly #devices: SyncDevice[] = [];
  #couch!: CouchDouble;

  /** Call it outside of tests, because it installs hooks. */
  constructor(defaults: Partial<SyncDeviceOptions> = {}) {
    this.#defaults = defaults;
    beforeEach(async () => {
      this.#couch = await CouchDouble.start();
    });
    afterEach(async () => {
      await this.closeDevices();
      await this.#couch.close();
    });
  }

  get couch(): CouchDouble {
    return this.#couch;
  }

  readonly start = async (options: Partial<SyncDeviceOptions> = {}): Promise<SyncDevice> => {
    const device = await SyncDevice.start({ url: this.#couch.url, ...this.#defaults, ...options });
    this.#devices.push(device);
    return device;
  };

  async closeDevices(): Promise<void> {
    await Promise.all(this.#devices.splice(0).map((device) => device.close()));
  }
}

export async function settle(...devices: SyncDevice[]): Promise<void> {
  for (const device of devices) await device.replicator.idle();
}
