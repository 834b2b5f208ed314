/** Argon2id's smallest cost, because tests start many devices. The tests of `src/sync/format` use the real cost. */
import { vi } from 'vitest';

vi.mock('hash-wasm', async (load) => {
  const real = await load<typeof import('hash-wasm')>();
  const argon2id: typeof real.argon2id = (options) => real.argon2id({ ...options, memorySize: 8, iterations: 1 });
  return { ...real, argon2id };
});
