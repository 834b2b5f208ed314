/**
 * int8 per unit of a vector's component. Beyond ±0.42 they're clipped, which costs less cosine than coarser steps would
 * (`docs/decisions/0005-vectors.md`).
 */
export const VECTOR_SCALE = 300;
