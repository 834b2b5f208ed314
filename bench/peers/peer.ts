export const KINDS = ['keyword', 'typing', 'vector', 'hybrid'] as const;
export type Kind = (typeof KINDS)[number];

export interface PeerDocument {
  id: string;
  title: string;
  text: string;
  tags: string[];
  /** Unit vector, or null if the corpus has none. */
  vector: Float32Array | null;
}

export interface PeerQuery {
  text: string;
  vector: Float32Array | null;
}

export interface Peer {
  readonly kinds: readonly Kind[];
  build(documents: readonly PeerDocument[]): Promise<void>;
  /** Returns the ids of the ten best, best first. */
  search(kind: Kind, query: PeerQuery): Promise<string[]>;
  /** Saves the index as the library's documentation shows. Returns null if it can't be saved. */
  save(): Promise<{ bytes: number; restore(): Promise<Peer> } | null>;
}

/** @param load imports a package from the folder in which the peers are installed */
export type OpenPeer = (load: <Module>(name: string) => Promise<Module>) => Promise<Peer>;

export const LIMIT = 10;
