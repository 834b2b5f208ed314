/** What is asked of every search library that is compared: build, answer, be saved, come back. */
export const KINDS = ['keyword', 'typing', 'vector', 'hybrid'] as const;
export type Kind = (typeof KINDS)[number];

export interface PeerDocument {
  id: string;
  title: string;
  text: string;
  tags: string[];
  /** Unit vector; null: none are given. */
  vector: Float32Array | null;
}

export interface PeerQuery {
  text: string;
  vector: Float32Array | null;
}

export interface Peer {
  readonly kinds: readonly Kind[];
  /** Everything that is to be findable; called once. */
  build(documents: readonly PeerDocument[]): Promise<void>;
  /** Ids of the ten best, best first. */
  search(kind: Kind, query: PeerQuery): Promise<string[]>;
  /** The index as its documentation persists it; null: it cannot be. */
  save(): Promise<{ bytes: number; restore(): Promise<Peer> } | null>;
}

/** @param load imports a package of the folder that the peers are installed in */
export type OpenPeer = (load: <Module>(name: string) => Promise<Module>) => Promise<Peer>;

export const LIMIT = 10;
