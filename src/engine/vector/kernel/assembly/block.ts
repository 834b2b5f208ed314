export const BLOCK_ROWS: usize = 1024;

// @ts-ignore: decorator
@inline
export function visible(owner: i32, allowed: usize, size: i32): bool {
  return owner >= 0 && owner < size && (allowed == 0 || load<u8>(allowed + <usize>owner) != 0);
}
