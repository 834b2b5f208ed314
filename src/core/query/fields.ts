export const QUERY_FIELDS = ['title', 'tag', 'type', 'source', 'thread', 'session', 'before', 'after', 'has'] as const;
export type QueryField = (typeof QUERY_FIELDS)[number];
