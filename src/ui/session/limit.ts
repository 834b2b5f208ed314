export const MAX_LIMIT = 100;

/** Returns the number of results per page, 1 to `MAX_LIMIT`. It's 10 if `wished` isn't a number or rounds down to 0. */
export const limitOf = (wished: number): number => Math.min(MAX_LIMIT, Math.max(1, Math.floor(wished) || 10));
