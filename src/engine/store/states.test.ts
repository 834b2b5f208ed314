/** Tests every row of the state table, every event that a row leaves out, and the events that listeners get. */
import { describe, expect, it, vi } from 'vitest';
import type { HybridSearchError } from '../../core/errors.ts';
import { EMPTY_HEAD } from '../recovery/restore.ts';
import {
  EVENT_NOTES,
  MODES,
  type Region,
  type RegionEvent,
  STATE_NOTES,
  type StatesNow,
  StoreStates,
  TRANSITIONS,
} from './states.ts';
import { StoreEvents } from './store-events.ts';

type Step = { [Of in Region]: { region: Of; event: RegionEvent<Of> } }[Region];
const STEPS = Object.entries(TRANSITIONS).flatMap(([region, events]) =>
  Object.entries(events).map(
    ([event, moves]) => ({ region, event, moves }) as Step & { moves: { [from: string]: string } },
  ),
);
const steps = (region: Region) => STEPS.filter((step) => step.region === region);

function wayTo(region: Region, state: string): Step[] {
  const first = start().states.now[region];
  const ways = new Map<string, Step[]>([[first, []]]);
  for (const [from, way] of ways)
    for (const { moves, ...step } of steps(region)) {
      const to = moves[from];
      if (to !== undefined && !ways.has(to)) ways.set(to, [...way, step as Step]);
    }
  const way = ways.get(state);
  if (!way) throw new Error(`nothing leads to ${state}`);
  return way;
}

function start() {
  const events = new StoreEvents();
  const told: string[] = [];
  const illegal: HybridSearchError[] = [];
  events.on('durability', (mode) => told.push(mode));
  events.on('illegal', (error) => illegal.push(error));
  const states = new StoreStates(events);
  const fire = ({ region, event }: Step) => states.fire(region, event as never);
  return { states, told, illegal, fire, events };
}

const statesOf = (region: Region): string[] => [
  ...new Set(steps(region).flatMap(({ moves }) => Object.entries(moves).flat())),
];
const REGIONS = Object.keys(TRANSITIONS) as Region[];
const CASES = REGIONS.flatMap((region) =>
  statesOf(region).flatMap((state) =>
    steps(region).map(({ event, moves }) => ({ region, state, event, next: moves[state] })),
  ),
);

describe('the state table', () => {
  it.each(CASES)('$state, $event: $next', ({ region, state, event, next }) => {
    const { states, told, illegal, fire } = start();
    for (const step of wayTo(region, state)) fire(step);
    expect(states.now[region]).toBe(state);
    const before = told.length;
    fire({ region, event } as Step);
    const ended = state === 'closed' || state === 'deleted';
    expect(states.now[region]).toBe(next ?? state);
    expect(illegal).toHaveLength(next === undefined && !ended ? 1 : 0);
    const modeOf = (name: string) => MODES[name as StatesNow['promise']] ?? 'best-effort';
    const changes =
      next !== undefined && !['opening', 'closed', 'deleted'].includes(next) && modeOf(next) !== modeOf(state);
    expect(told.slice(before)).toEqual(changes && !ended ? [modeOf(next)] : []);
  });

  it('has a note for each state and each event, and no others', () => {
    expect(Object.keys(STATE_NOTES).sort()).toEqual(REGIONS.flatMap(statesOf).sort());
    expect(Object.keys(EVENT_NOTES).sort()).toEqual(STEPS.map(({ event }) => event).sort());
  });

  it('has a way from every state to the end', () => {
    for (const state of statesOf('promise')) expect(TRANSITIONS.promise.closed).toHaveProperty(state);
  });
});

describe("the store's state", () => {
  it("is durable only once the log is open and the head has no mark, in whatever order they're known", () => {
    const { states, told } = start();
    const head = { epoch: 'e', ...EMPTY_HEAD };
    states.observe(head);
    expect(states.mode).toBe('best-effort');
    states.fire('promise', 'log-opened');
    expect(told).toEqual([]);
    states.observe({ ...head, unlogged: 3 });
    states.observe(head);
    states.observe({ ...head, unlogged: 4 });
    expect(told).toEqual(['durable', 'best-effort']);
  });

  it('holds transactions while the database is replaced, even if that fails', async () => {
    const { states } = start();
    let end = (): void => {};
    const replaced = states.replacing(
      () =>
        new Promise<void>((_, reject) => {
          end = () => reject(new Error('no room'));
        }),
    );
    const passed = states.passable;
    expect(passed).toBeInstanceOf(Promise);
    end();
    await expect(replaced).rejects.toThrow('no room');
    await passed;
    expect(states.passable).toBeUndefined();
    expect(states.now.database).toBe('whole');
  });

  it('treats the disk as full for half a minute after the last sign of it', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { states } = start();
    states.expectFull();
    vi.advanceTimersByTime(20_000);
    states.expectFull();
    vi.advanceTimersByTime(29_999);
    expect(states.diskFull).toBe(true);
    vi.advanceTimersByTime(1);
    expect(states.diskFull).toBe(false);
    vi.useRealTimers();
  });

  it('throws on an illegal event if a listener does, and stays unchanged otherwise', () => {
    const { states, events } = start();
    states.fire('database', 'replacement-ended');
    expect(states.now.database).toBe('unproven');
    events.on('illegal', (error) => {
      throw error;
    });
    expect(() => states.fire('disk', 'disk-calm')).toThrow('disk-calm in free');
  });
});
