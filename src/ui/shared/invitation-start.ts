/** Returns the start of the URL fragment in a link from another device. */
export const invitationStart = (store: string): string => `#hybrid-search-sync=${encodeURIComponent(store)}.`;
