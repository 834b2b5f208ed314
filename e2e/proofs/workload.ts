import type { Tab } from './client-site.ts';
import { type Effect, inTrash, type Ledger } from './ledger.ts';

/** A store with so few memories opens quickly, and is quick to compare. */
const MOST_MEMORIES = 160;
const FILLER = 'the harbour office keeps a list of ferries and of crates that wait for the tide '.split(' ');

/** The first word is unique, and in quotes it's neither stemmed nor corrected. */
export const queryFor = (text: string): string => `"${text.split(' ', 1)[0]}"`;

export interface Workload {
  random: () => number;
  ledger: Ledger;
  errors: string[];
  most?: number;
  /** A dead worker then counts as an error. */
  nothingDies?: boolean;
  onTime?: (call: string, milliseconds: number) => void;
}

let written = 0;

export function someText({ random }: Pick<Workload, 'random'>): string {
  const words = Array.from(
    { length: 5 + Math.floor(random() ** 4 * 400) },
    () => FILLER[Math.floor(random() * FILLER.length)],
  );
  const word = Array.from({ length: 14 }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('');
  return `${word} ${words.join(' ')}`;
}

interface Step {
  method: string;
  args: unknown[];
  effect: Effect;
}

/** Null if other tabs are changing every memory that this write could change. */
export function someWrite(
  { random, ledger, most = MOST_MEMORIES }: Omit<Workload, 'errors'>,
  tab: number,
): Step | null {
  const ids = ledger.ids.filter((id) => ledger.free(id));
  const known = (): string | undefined => ids[Math.floor(random() * ids.length)];
  const made = (): string => `t${tab}-${++written}`;
  const text = (): string => someText({ random });
  const inputs = (count: number): { id: string; text: string }[] =>
    Array.from({ length: count }, () => ({ id: made(), text: text() }));
  const effectOf = (memories: readonly { id: string; text: string }[]): Effect =>
    new Map(memories.map((memory) => [memory.id, memory.text]));
  const aside = random();
  if (aside < 0.15) return trashStep({ random, ledger }, ids, aside / 0.15);
  const draw = random();
  if (ids.length > most || draw < 0.12) {
    const count = Math.min(ids.length, ids.length > most ? 60 : 1 + Math.floor(random() * 12));
    const gone = [...new Set(Array.from({ length: count }, () => known()!))];
    if (gone.length === 0) return null;
    return { method: 'removeMany', args: [gone], effect: new Map(gone.map((id) => [id, null])) };
  }
  if (draw < 0.4) {
    const [memory] = inputs(1);
    return { method: 'add', args: [memory], effect: effectOf([memory!]) };
  }
  if (draw < 0.6) {
    const memories = inputs(2 + Math.floor(random() * 20));
    return { method: 'addMany', args: [memories], effect: effectOf(memories) };
  }
  const id = known();
  if (id === undefined) return null;
  if (draw < 0.72) return { method: 'remove', args: [id], effect: new Map([[id, null]]) };
  const memory = { id, text: text() };
  if (draw < 0.86) return { method: 'update', args: [id, { text: memory.text }], effect: effectOf([memory]) };
  if (draw < 0.94) return { method: 'upsert', args: [memory], effect: effectOf([memory]) };
  const several = [...new Set([id, known()!, known()!])].map((one) => ({ id: one, text: text() }));
  return { method: 'upsertMany', args: [several], effect: effectOf(several) };
}

/** @param draw 0–1 */
function trashStep(
  { random, ledger }: Pick<Workload, 'random' | 'ledger'>,
  ids: readonly string[],
  draw: number,
): Step | null {
  const { texts, trashed } = ledger;
  const some = (from: readonly string[]): string[] => {
    const count = Math.min(from.length, 1 + Math.floor(random() * 8));
    return [...new Set(Array.from({ length: count }, () => from[Math.floor(random() * from.length)]!))];
  };
  if (draw < 0.55) {
    // While another tab empties the trash, a memory put into the trash might be removed too.
    const put = ledger.isUnderWay('trash.empty') || ledger.isUnderWay('purge') ? [] : some(ids);
    if (put.length === 0) return null;
    return { method: 'trash.put', args: [put], effect: new Map(put.map((id) => [id, inTrash(texts.get(id)!)])) };
  }
  const there = [...trashed.keys()];
  if (there.length === 0 || !there.every((id) => ledger.free(id))) return null;
  if (draw < 0.92) {
    const restored = some(there);
    const effect = new Map(restored.map((id) => [id, trashed.get(id)!]));
    return { method: 'trash.restore', args: [restored], effect };
  }
  if (!ledger.quiet) return null;
  return { method: 'trash.empty', args: [], effect: new Map(there.map((id) => [id, null])) };
}

/** Null while another tab moves memories into or out of the trash. */
export function purgeStep({ ledger }: Pick<Workload, 'ledger'>): Step | null {
  const there = [...ledger.trashed.keys()];
  if (ledger.isUnderWay('trash.put') || !there.every((id) => ledger.free(id))) return null;
  return { method: 'purge', args: [], effect: new Map(there.map((id) => [id, null])) };
}

export async function work(tab: Tab, number: number, load: Workload, stopped: () => boolean): Promise<void> {
  const { random, ledger, errors } = load;
  try {
    while (!stopped()) {
      const draw = random();
      if (draw >= 0.02 && draw < 0.15) {
        const text = [...ledger.texts.values()][Math.floor(random() * ledger.texts.size)] ?? 'ferry ';
        const start = performance.now();
        await tab.run('found', [queryFor(text), 'harbour tide']);
        load.onTime?.('two searches', performance.now() - start);
      } else {
        const step = draw < 0.02 ? purgeStep(load) : someWrite(load, number);
        if (!step) continue;
        const open = ledger.begin(step.method, step.effect);
        const outcome = await tab.run('timed', step.method, step.args);
        load.onTime?.(step.method, outcome.milliseconds);
        if (outcome.code === null) ledger.acknowledge(open);
        // If the worker died during the call, the call may still have taken effect.
        else if (outcome.code !== 'worker-died' || load.nothingDies) {
          ledger.refuse(open);
          note(outcome, step.method);
        }
      }
    }
  } catch (error) {
    if (load.nothingDies) throw error;
    // The tab was killed during the call, which stays open in the ledger.
  }

  function note({ code, message }: { code: string | null; message: string }, method: string): void {
    if (code === null) return;
    if (load.nothingDies || (code !== 'worker-died' && !stopped())) errors.push(`${method}: ${code}, ${message}`);
  }
}
