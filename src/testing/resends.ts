/**
 * Finds records that a device sends although the server had already taken them from it. After an interruption, that's
 * right for the page that the device was sending. It's also right for vectors that another record has replaced since:
 * they have no clock, so those of a text that comes back have the same bytes as before.
 */
const PAGE = 100;

export class Resends {
  readonly #taken = new Map<string, Set<string>>();
  /** The last records that the server took from each device, at most a page. */
  readonly #page = new Map<string, string[]>();
  readonly #allowed = new Map<string, Set<string>>();
  readonly needless: string[] = [];
  count = 0;

  /**
   * @param taken whether the server accepted the record
   * @param replaces whether the server had other bytes before
   */
  sent(device: string, record: string, { taken, replaces }: { taken: boolean; replaces: boolean }): void {
    const all = setOf(this.#taken, device);
    if (all.has(record) && !(taken && replaces)) {
      this.count++;
      if (!setOf(this.#allowed, device).delete(record))
        this.needless.push(`${device}: ${record}${taken ? '' : ', refused'}`);
    }
    if (!taken) return;
    all.add(record);
    this.#page.set(device, [...(this.#page.get(device) ?? []), record].slice(-PAGE));
  }

  /** The device may not know whether its last page arrived. */
  interrupt(device: string): void {
    const allowed = setOf(this.#allowed, device);
    for (const record of this.#page.get(device) ?? []) allowed.add(record);
  }

  interruptAll(): void {
    for (const device of this.#page.keys()) this.interrupt(device);
  }

  get devices(): number {
    return this.#taken.size;
  }
}

function setOf(map: Map<string, Set<string>>, key: string): Set<string> {
  const found = map.get(key) ?? new Set<string>();
  map.set(key, found);
  return found;
}
