/** What the separate files of a Slack export say about its messages: names of members and channels by id. */

export interface SlackIndex {
  /** Names of members by id. */
  users: Map<string, string>;
  /** Channels by the name of their folder, which is their id for direct messages. */
  channels: Map<string, { id: string; title: string }>;
}

export const createSlackIndex = (): SlackIndex => ({ users: new Map(), channels: new Map() });
