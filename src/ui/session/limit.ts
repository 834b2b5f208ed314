/** Results per page: as close to the given number as possible; 10 if it isn't one. */
export const MAX_LIMIT = 100;

export const limitOf = (wished: number): number => Math.min(MAX_LIMIT, Math.max(1, Math.floor(wished) || 10));
