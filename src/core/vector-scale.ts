/**
 * Factor from a vector's components to int8. Components beyond ±0.42 are clipped, which changes cosines less than
 * coarser steps would (`docs/decisions/0005-vectors.md`).
 */
export const VECTOR_SCALE = 300;
