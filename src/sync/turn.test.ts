import { afterEach, beforeEach, expect, it } from 'vitest';
import { MemoryOrigin } from '../testing/memory-origin.ts';
import { Turn, type TurnHost } from './turn.ts';

let restoreGlobals = (): void => {};
beforeEach(() => {
  restoreGlobals = new MemoryOrigin(1).install();
});
afterEach(() => restoreGlobals());

/** A tab whose requests wait until they're released. */
class Tab {
  readonly ran: string[] = [];
  readonly turn: Turn;
  release = (): void => {};
  endTurn = (): void => {};
  readonly #released = new Promise<void>((resolve) => {
    this.release = resolve;
  });

  constructor(name: string) {
    const requests = {
      call: async (method: string) => {
        this.ran.push(method);
        await this.#released;
        return `${method} by ${name}`;
      },
    } as unknown as TurnHost['requests'];
    const state = { stage: 'live', pulled: 0, pushed: 0, pending: 0 } as const;
    this.turn = new Turn('store', { state, requests, pause() {}, resume() {} }, () => {});
  }

  take(onTurn: () => void): Promise<void> {
    return this.turn.take(() => {
      onTurn();
      return new Promise((resolve) => {
        this.endTurn = resolve;
      });
    });
  }
}

it('runs a call once if it was asked just when the turn began, so that it is asked twice', async () => {
  const [one, two] = [new Tab('one'), new Tab('two')];
  const answer = new Promise((resolve) => {
    void two.take(() => resolve(one.turn.ask('recoveryKit', ['six words'])));
  });
  two.release();
  expect(await answer).toBe('recoveryKit by two');
  // Messages arrive in order, so the repeated question has been heard by now.
  expect(await one.turn.ask('devices', [])).toBe('devices by two');
  expect(two.ran).toEqual(['recoveryKit', 'devices']);
  expect(one.ran).toEqual([]);
  two.endTurn();
});

it('runs a call again in the next tab with the turn, if the one before ended its turn without answering', async () => {
  const [one, two] = [new Tab('one'), new Tab('two')];
  const hasTurn = new Promise<void>((resolve) => void two.take(resolve));
  await hasTurn;
  const answer = one.turn.ask('recoveryKit', ['six words']);
  await expect.poll(() => two.ran).toEqual(['recoveryKit']);
  const takesOver = new Promise<void>((resolve) => void one.take(resolve));
  two.endTurn();
  await takesOver;
  // Its late answer isn't used.
  two.release();
  one.release();
  expect(await answer).toBe('recoveryKit by one');
  expect([one.ran, two.ran]).toEqual([['recoveryKit'], ['recoveryKit']]);
  one.endTurn();
});
