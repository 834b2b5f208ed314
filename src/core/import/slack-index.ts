export interface SlackIndex {
  users: Map<string, string>;
  /** By the name of their folder, which is their id for direct messages. */
  channels: Map<string, { id: string; title: string }>;
}

export const createSlackIndex = (): SlackIndex => ({ users: new Map(), channels: new Map() });
