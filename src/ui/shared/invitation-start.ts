/** What the fragment of a link from another device starts with. */
export const invitationStart = (store: string): string => `#hybrid-search-sync=${encodeURIComponent(store)}.`;
