/** Flags for running as root in a container without a GPU, with no first-run page and no background requests. */
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

/** Most tests run the model only a few times. Optimizing its WebAssembly would take longer than that saves. */
export const UNOPTIMIZED_WASM = '--js-flags=--liftoff-only';
/** Compiling each WebAssembly function allocates and frees memory. */
export const KEEP_FREED_MEMORY = '--enable-features=PartitionAllocLargeEmptySlotSpanRing';
