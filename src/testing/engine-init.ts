import { MINI_LM, modelProfile } from '../core/model-profiles.ts';
import { PP_OCR_V4 } from '../core/picture-models.ts';
import type { EngineInit } from '../protocol/engine-api.ts';

export function engineInit(own: Partial<EngineInit> = {}): EngineInit {
  return {
    name: 'engine',
    profile: modelProfile(MINI_LM),
    modelAllowed: true,
    readPictures: false,
    pictureModel: PP_OCR_V4.id,
    stemming: 'en',
    terms: [],
    modes: null,
    search: {},
    conversationTtlDays: 7,
    touch: false,
    ...own,
  };
}
