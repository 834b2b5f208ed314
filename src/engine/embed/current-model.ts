import type { ModelProfile } from '../../core/model-profiles.ts';
import type { EmbedderApi } from '../../protocol/embedder-api.ts';
import type { Remote } from '../../protocol/rpc.ts';
import { SemanticIndex, type SemanticParts } from './semantic-index.ts';

export interface CurrentModelParts extends Omit<SemanticParts, 'profile' | 'replaces' | 'starter'> {
  /** A model in this thread, for Node. */
  readonly embedder: ((profile: ModelProfile) => Remote<EmbedderApi>) | undefined;
  ask(event: 'embedder-start' | 'embedder-stop'): void;
}

/** Don't keep a reference to `semantic`, because `change` replaces it. */
export class CurrentModel {
  readonly #parts: CurrentModelParts;
  semantic: SemanticIndex;

  constructor(parts: CurrentModelParts, profile: ModelProfile) {
    this.#parts = parts;
    this.semantic = this.#open(profile, parts.allowed, false);
  }

  /** Resolves when the vectors that the store has for this model are loaded. */
  async change(profile: ModelProfile): Promise<void> {
    const before = this.semantic;
    await before.whenLoaded();
    before.close();
    this.semantic = this.#open(profile, before.link.allowed, true);
    this.#parts.onProgress();
    await this.semantic.load();
  }

  #open(profile: ModelProfile, allowed: boolean, replaces: boolean): SemanticIndex {
    const { embedder, ask, ...rest } = this.#parts;
    const start = (): void =>
      embedder ? this.semantic.link.attach(embedder(this.semantic.profile)) : ask('embedder-start');
    return new SemanticIndex({
      ...rest,
      profile,
      allowed,
      replaces,
      starter: { start, stop: () => ask('embedder-stop') },
    });
  }
}
