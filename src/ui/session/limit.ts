/** Results a page: as near to what is wished as may be; 10 for what is no number. */
export const MAX_LIMIT = 100;

export const limitOf = (wished: number): number => Math.min(MAX_LIMIT, Math.max(1, Math.floor(wished) || 10));
