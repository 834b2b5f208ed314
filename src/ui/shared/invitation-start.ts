export const invitationStart = (store: string): string => `#hybrid-search-sync=${encodeURIComponent(store)}.`;
