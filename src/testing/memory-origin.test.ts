import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { MemoryOrigin } from './memory-origin.ts';

it('calls no timer of a killed tab', async () => {
  const origin = new MemoryOrigin(1);
  const uninstall = origin.install();
  const called: string[] = [];
  for (const name of ['killed', 'living']) {
    const tab = origin.open();
    origin.in(tab, () => setTimeout(() => called.push(name), 1));
    if (name === 'killed') origin.kill(tab);
  }
  await wait(20);
  uninstall();
  expect(called).toEqual(['living']);
});

it('keeps late work of a removed origin out of the next one', async () => {
  const before = new MemoryOrigin(1);
  const uninstallBefore = before.install();
  let goOn = () => {};
  const later = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  void before.in(before.open(), async () => {
    await later;
    await navigator.locks.request('of the former origin', () => new Promise(() => {}));
  });
  uninstallBefore();

  const next = new MemoryOrigin(2);
  const uninstall = next.install();
  goOn();
  await wait(20);
  const held = await next.in(next.open(), () => navigator.locks.query());
  uninstall();
  expect(held).toMatchObject({ held: [] });
});
