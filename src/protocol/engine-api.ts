/** What the main thread tells the engine worker at start, and the events it hears from it. */
import type { ModelProfile } from '../core/options/model-profiles.ts';
import type { Arm, SearchSettings } from '../core/options/options.ts';
import type { EmbedderStatus } from './embedder-api.ts';

export interface EngineInit {
  name: string;
  /** Of the embedding model. */
  profile: ModelProfile;
  /** Whether the model may be fetched without asking. */
  modelAllowed: boolean;
  stemming: 'en' | 'none';
  terms: readonly string[];
  modes: readonly Arm[] | null;
  search: SearchSettings;
  conversationTtlDays: number;
  touch: boolean;
}

export interface EngineProgress {
  model: EmbedderStatus;
  embedding: {
    embedded: number;
    total: number;
    queued: number;
    paused: boolean;
    rate: number;
    remainingSeconds: number | null;
  };
}

/** Event name → value. */
export interface EngineEvents {
  change: { ids: string[]; kind: 'put' | 'remove' | 'clear'; origin: 'local' | 'remote' };
  progress: EngineProgress;
  storage: {
    kind: 'opened' | 'restored' | 'storage-lost' | 'durability' | 'quota';
    durability: 'durable' | 'best-effort' | 'ephemeral';
    restored: number;
  };
  log: { event: string; at: number; detail: { [key: string]: string | number | boolean | null } };
  /** Start the embedding worker and answer with `attachEmbedder`. */
  'embedder-start': null;
  'embedder-stop': null;
}
