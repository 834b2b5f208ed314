import { expect, test } from 'vitest';
import { Connection, FullDiskDeadline } from './connection.ts';

test('is four times the slowest of the last eight transactions, from the least to four seconds', () => {
  const deadline = new FullDiskDeadline();
  expect(deadline.after(700)).toBe(700);
  deadline.settled(300);
  expect(deadline.after(700)).toBe(1_200);
  deadline.settled(3_000);
  expect(deadline.after(700)).toBe(4_000);
  expect(deadline.after(5_000)).toBe(5_000);
  for (let i = 0; i < 8; i++) deadline.settled(10);
  expect(deadline.after(700)).toBe(700);
});

test('five transactions that never settle take less than nine seconds, and a slow device gets its time back', () => {
  const deadline = new FullDiskDeadline();
  deadline.settled(3_000);
  let waited = 0;
  for (let i = 0; i < 5; i++) {
    waited += deadline.after(700);
    deadline.expired();
  }
  expect(waited).toBeLessThan(9_000);
  deadline.settled(800);
  expect(deadline.after(700)).toBe(3_200);
});

test('a database that cannot be read counts as busy, so that a write on a full disk gets the longer deadline', async () => {
  const connection = new Connection('store');
  await connection.close();
  expect(await connection.isBusy()).toBe(true);
});
