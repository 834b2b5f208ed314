/** Keeps memories, change log and head in memory, and plans writes as the database does. */
import { HybridSearchError } from '../../core/errors.ts';
import type { Memory } from '../../core/record/memory.ts';
import { generationOf, reaches, trimPoint } from './change-log.ts';
import type { Change, MemoryStore, Plan, StoreState } from './memory-store.ts';
import { changesOf, makeRecord, type PlannedWrites, planWrites, readRecord, readStored } from './planned-writes.ts';
import type { Head, MemoryRecord } from './schema.ts';

const SCAN_PAGE = 1_000;

/** Memories are kept as bytes, so no caller can change a stored memory through a reference. */
export class EphemeralRecords {
  #records = new Map<string, MemoryRecord>();
  #log: Change[] = [];
  #head: Head = { epoch: 'ephemeral', seq: 0, floor: 0, count: 0, hash: 0 };
  #closed = false;

  get head(): Head {
    return this.#head;
  }

  get state(): StoreState {
    this.#check();
    return { seq: this.#head.seq, count: this.#head.count, generation: generationOf(this.#head) };
  }

  get bytes(): number {
    let bytes = 0;
    for (const record of this.#records.values()) bytes += record.body.length;
    return bytes;
  }

  plan<Outcome>(plan: Plan<Outcome>): ReturnType<typeof planWrites<Outcome>> {
    this.#check();
    const current = plan.ids.map((id) => {
      const record = this.#records.get(id);
      return record && readStored(record);
    });
    return planWrites(this.#head, plan, current);
  }

  put(planned: PlannedWrites): Change[] {
    this.#check();
    for (const { change, record } of planned.writes) {
      if (record) this.#records.set(change.id, record);
      else if (change.kind === 'remove') this.#records.delete(change.id);
      else if (change.kind === 'clear') this.#records.clear();
      this.#log.push(change);
    }
    this.#head = planned.head;
    const upTo = trimPoint(this.#head);
    if (upTo !== undefined) {
      this.#log = this.#log.filter((change) => change.seq > upTo);
      this.#head = { ...this.#head, floor: upTo };
    }
    return changesOf(planned);
  }

  touch(id: string, change: (memory: Memory) => Memory | undefined): void {
    this.#check();
    const record = this.#records.get(id);
    const memory = record && readRecord(record);
    const touched = memory && change(memory);
    if (touched) this.#records.set(id, makeRecord(touched, record.seq));
  }

  get(ids: readonly string[]): (Memory | undefined)[] {
    this.#check();
    return ids.map((id) => {
      const record = this.#records.get(id);
      return record && readRecord(record);
    });
  }

  async scan(onPage: Parameters<MemoryStore['scan']>[0]): Promise<void> {
    this.#check();
    const records = [...this.#records.values()];
    for (let at = 0; at < records.length; at += SCAN_PAGE) {
      const page = records.slice(at, at + SCAN_PAGE).flatMap((record) => {
        const memory = readRecord(record);
        return memory ? [{ memory, seq: record.seq }] : [];
      });
      await onPage(page);
    }
  }

  changesSince(after: number): Change[] | null {
    this.#check();
    return reaches(this.#head, after) ? this.#log.filter((change) => change.seq > after) : null;
  }

  load(head: Head, records: readonly MemoryRecord[]): void {
    this.#head = head;
    this.#records = new Map(records.map((record) => [record.id, record]));
    this.#log = [];
  }

  close(): void {
    this.#closed = true;
  }

  #check(): void {
    if (this.#closed) throw new HybridSearchError('closed');
  }
}
