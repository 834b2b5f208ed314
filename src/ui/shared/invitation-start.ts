/** Returns how the URL fragment of a link from another device starts. */
export const invitationStart = (store: string): string => `#hybrid-search-sync=${encodeURIComponent(store)}.`;
