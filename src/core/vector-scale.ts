/**
 * Factor by which a unit vector's component becomes int8. Components up to ±0.42 keep their value. A few of bge-small's
 * reach 0.5, but clipping them costs less cosine than coarser steps would (`docs/decisions/0005-vectors.md`).
 */
export const VECTOR_SCALE = 300;
