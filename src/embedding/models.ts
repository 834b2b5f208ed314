/** The model table lives in core (three rooms read it); this is the embedding room's door to it. */
export {
  BGE_SMALL,
  chooseModel,
  FLOAT_WEIGHTS_FILE,
  fingerprintOf,
  MINI_LM,
  MODEL_PROFILES,
  MULTILINGUAL_E5_SMALL,
  modelProfile,
  WEIGHTS_FILE,
} from '../core/options/model-profiles.ts';
