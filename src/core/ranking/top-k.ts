/** Finds the first k items with a bounded heap, in O(n log k). The result is sorted. */

/**
 * @param order a strict total order, so that a longer list only extends a shorter one
 * @param values by item, if `order` puts greater ones first; it saves most comparisons
 */
export function topK(
  items: ArrayLike<number>,
  k: number,
  order: (a: number, b: number) => number,
  values?: Float64Array,
): number[] {
  const heap: number[] = [];
  if (k <= 0) return heap;
  let least = Number.NEGATIVE_INFINITY;
  for (let at = 0, { length } = items; at < length; at++) {
    const item = items[at]!;
    if (values !== undefined && values[item]! < least) continue;
    if (heap.length < k) {
      heap.push(item);
      siftUp(heap, heap.length - 1, order);
    } else if (order(item, heap[0]!) < 0) {
      heap[0] = item;
      siftDown(heap, 0, order);
    }
    if (values !== undefined && heap.length === k) least = values[heap[0]!]!;
  }
  return heap.sort(order);
}

/** The root is the last in order, because it's replaced first. */
function siftUp(heap: number[], start: number, order: (a: number, b: number) => number): void {
  let child = start;
  while (child > 0) {
    const parent = (child - 1) >> 1;
    if (order(heap[child]!, heap[parent]!) <= 0) return;
    [heap[child], heap[parent]] = [heap[parent]!, heap[child]!];
    child = parent;
  }
}

function siftDown(heap: number[], start: number, order: (a: number, b: number) => number): void {
  let parent = start;
  for (;;) {
    const left = 2 * parent + 1;
    if (left >= heap.length) return;
    const right = left + 1;
    const later = right < heap.length && order(heap[right]!, heap[left]!) > 0 ? right : left;
    if (order(heap[later]!, heap[parent]!) <= 0) return;
    [heap[later], heap[parent]] = [heap[parent]!, heap[later]!];
    parent = later;
  }
}
