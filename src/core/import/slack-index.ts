export interface SlackIndex {
  users: Map<string, string>;
  /** Keyed by the folder's name: the channel's name, or its id if it has none. */
  channels: Map<string, { id: string; title: string }>;
}

export const createSlackIndex = (): SlackIndex => ({ users: new Map(), channels: new Map() });
