/** What can be read of a database that has lost some of its values. */
import { isValueLost } from './storage-errors.ts';

/**
 * What `read` gives for `keys`, one each, with undefined for those whose value is lost: one of them fails the whole
 * reading, so that it is halved until each stands alone. Errors: any other of `read`.
 */
export async function readable<Key, Value>(
  keys: readonly Key[],
  read: (keys: readonly Key[]) => Promise<(Value | undefined)[]>,
): Promise<(Value | undefined)[]> {
  try {
    return await read(keys);
  } catch (error) {
    if (!isValueLost(error)) throw error;
    if (keys.length === 1) return [undefined];
    const half = keys.length >> 1;
    return [...(await readable(keys.slice(0, half), read)), ...(await readable(keys.slice(half), read))];
  }
}
