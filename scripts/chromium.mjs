/** How every tool starts Chromium: quiet, without the network, and as root. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/** For tests, because most run the model a few times only, and optimizing its runtime takes longer than that. */
export const UNOPTIMIZED_WASM = '--js-flags=--liftoff-only';
/** For tests. Freed memory is reused, because each WebAssembly function that is compiled needs and frees some. */
export const KEEP_FREED_MEMORY = '--enable-features=PartitionAllocLargeEmptySlotSpanRing';
