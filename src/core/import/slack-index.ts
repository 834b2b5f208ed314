export interface SlackIndex {
  users: Map<string, string>;
  /** Keyed by folder name. For direct messages, that's their id. */
  channels: Map<string, { id: string; title: string }>;
}

export const createSlackIndex = (): SlackIndex => ({ users: new Map(), channels: new Map() });
