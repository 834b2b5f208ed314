/**
 * Factor from a vector's components to int8. Components beyond ±0.42 are clipped. A larger factor would clip more of
 * them, a smaller one would round more (`docs/measurements/0005-vectors.md`).
 */
export const VECTOR_SCALE = 300;
