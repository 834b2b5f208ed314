export interface SlackIndex {
  users: Map<string, string>;
  /** Keyed by the name of their folder. For direct messages, that is their id. */
  channels: Map<string, { id: string; title: string }>;
}

export const createSlackIndex = (): SlackIndex => ({ users: new Map(), channels: new Map() });
