/** What every compared library does: build, search, save, restore. */
export const KINDS = ['keyword', 'typing', 'vector', 'hybrid'] as const;
export type Kind = (typeof KINDS)[number];

export interface PeerDocument {
  id: string;
  title: string;
  text: string;
  tags: string[];
  /** Unit vector. Null if none are given. */
  vector: Float32Array | null;
}

export interface PeerQuery {
  text: string;
  vector: Float32Array | null;
}

export interface Peer {
  readonly kinds: readonly Kind[];
  /** Indexes all documents. Called once. */
  build(documents: readonly PeerDocument[]): Promise<void>;
  /** Ids of the ten best, best first. */
  search(kind: Kind, query: PeerQuery): Promise<string[]>;
  /** The index as its documentation saves it. Null if it can't be saved. */
  save(): Promise<{ bytes: number; restore(): Promise<Peer> } | null>;
}

/** @param load imports a package from the folder that the peers are installed in */
export type OpenPeer = (load: <Module>(name: string) => Promise<Module>) => Promise<Peer>;

export const LIMIT = 10;
