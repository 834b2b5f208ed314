import type { HybridSearchClient, ModelLoad } from '../shared/engine-access.ts';
import type { Words } from '../strings/words.ts';

export interface SessionHost extends Pick<EventTarget, 'dispatchEvent'> {
  readonly name: string;
  readonly modelLoad: ModelLoad;
  readonly assetBase: string | null;
  readonly language: string | null;
  readonly readonly: boolean;
  readonly limit: number;
  readonly deepLink: string | null;
  readonly client: HybridSearchClient | null;
  readonly words: Words;
  model: string;
  query: string;
  closest(selector: string): Element | null;
}
