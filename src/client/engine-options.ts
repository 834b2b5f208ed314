import { chooseModel, type ModelProfile, modelProfile, PP_OCR_V4_ID } from '../core/model-profiles.ts';
import { stemmingOf } from '../core/text/stem.ts';
import type { HybridSearchOptions } from './api.ts';
import { assetBaseUrl } from './asset-base.ts';
import type { JoinOptions } from './shared-engine.ts';

const DEFAULT_NAME = 'default';
const DEFAULT_CONVERSATION_TTL_DAYS = 7;

interface NetworkInformation {
  saveData?: boolean;
}

const savesData = (): boolean =>
  (globalThis.navigator as (Navigator & { connection?: NetworkInformation }) | undefined)?.connection?.saveData ===
  true;

export const languageOf = ({ language }: HybridSearchOptions): string =>
  language ?? (typeof document === 'undefined' ? '' : document.documentElement.lang);

/** @throws HybridSearchError `model-unavailable` if no shipped model has this id */
export function profileOf(wanted: string | ModelProfile | undefined, language: string): ModelProfile {
  if (typeof wanted === 'object') return wanted;
  return modelProfile(wanted === undefined || wanted === 'auto' ? chooseModel(language) : wanted);
}

export function engineOptions(options: HybridSearchOptions, language: string): JoinOptions {
  const { remoteModels } = options;
  return {
    given: Object.keys(options),
    init: {
      name: options.name ?? DEFAULT_NAME,
      profile: profileOf(options.model, language),
      modelAllowed: (options.modelLoad ?? 'auto') === 'auto' && !savesData(),
      readPictures: options.readPictures ?? false,
      pictureModel: options.pictureModel?.id ?? PP_OCR_V4_ID,
      stemming: options.stemming ?? stemmingOf(language),
      terms: options.terms ?? [],
      modes: options.modes ? [...options.modes] : null,
      search: options.search ?? {},
      conversationTtlDays: options.conversationTtlDays ?? DEFAULT_CONVERSATION_TTL_DAYS,
      touch: options.touch ?? false,
    },
    assetBase: assetBaseUrl(options.assetBase),
    reranker: options.reranker ?? null,
    pictureModel: options.pictureModel ?? null,
    remote: remoteModels ? { host: remoteModels.host ?? '', revision: remoteModels.revision } : null,
  };
}
