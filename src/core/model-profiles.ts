/** Sources: `docs/measurements/0004-embedding.md` (priors, floors), `docs/decisions/0009-labels.md` (calibrations). */
import { HybridSearchError } from './errors.ts';
import type { Calibration } from './ranking/calibration.ts';
import { ALL_MINILM_L6_V2 } from './ranking/calibrations/all-minilm-l6-v2.ts';
import { BGE_SMALL_EN_V1_5 } from './ranking/calibrations/bge-small-en-v1.5.ts';
import { MULTILINGUAL_E5_SMALL_64K } from './ranking/calibrations/multilingual-e5-small-64k.ts';
import { VECTOR_SCALE } from './vector-scale.ts';

/** An embedding model. */
export interface ModelProfile {
  id: string;
  /** Vector dimensions. */
  dims: number;
  pooling: 'cls' | 'mean';
  queryPrefix: string;
  documentPrefix: string;
  maxTokens: number;
  /** The model's own files, without the runtime: see `downloadBytes`. */
  bytes: number;
  languages: string;
  /** ISO 639-1 codes of the languages that it reads. `other` means all languages that we can't detect. Default: all. */
  reads?: readonly string[];
  /** The model's strengths, shown in the settings. */
  note: string;
  /** Lowest cosine of a hit found only by meaning. */
  floor: number;
  /** Lowest cosine of near-duplicate chunks. */
  duplicateThreshold: number;
  /** Mean and standard deviation of the cosines between queries and memories. */
  priorMean: number;
  priorSd: number;
  /** Default: the calibration of bge-small, for cosines in standard deviations of this model's own prior. */
  calibration?: Calibration;
  files: { [path: string]: { bytes: number; sha256: string } };
  /**
   * Opt-in for your own model in float form. It runs on WebGPU if that gives the right answers and is clearly faster.
   * Needs `ort-wasm-simd-threaded.jspi.wasm` of the installed onnxruntime-web next to the plain files.
   */
  webgpu?: boolean;
}

export const BGE_SMALL = 'Xenova/bge-small-en-v1.5';
export const MULTILINGUAL_E5_SMALL = 'derived/multilingual-e5-small-64k';
export const MINI_LM = 'Xenova/all-MiniLM-L6-v2';
/** Here so that the client needn't load the table of `picture-models.ts`. */
export const PP_OCR_V4_ID = 'PP-OCRv4';

/** The default comes first. */
export const MODEL_PROFILES: readonly ModelProfile[] = [
  {
    id: BGE_SMALL,
    dims: 384,
    pooling: 'cls',
    queryPrefix: 'Represent this sentence for searching relevant passages: ',
    documentPrefix: '',
    maxTokens: 512,
    bytes: 34_757_109,
    languages: 'English',
    reads: ['en'],
    note: 'Best for English notes, code and short questions; the default on English pages.',
    floor: 0.5,
    duplicateThreshold: 0.95,
    priorMean: 0.47,
    priorSd: 0.065,
    calibration: BGE_SMALL_EN_V1_5,
    files: {
      'config.json': { bytes: 353, sha256: '5f44cde9abd22485daa46c8f1faa55b10d043e770e1c0cf7d83b8785438afd8e' },
      'tokenizer.json': { bytes: 742_067, sha256: 'ffb28886478b9b17a8c06f4fe6741b970d5dd3de13330ccc3b9f686df8a0545a' },
      'tokenizer_config.json': {
        bytes: 263,
        sha256: 'a99337f0c85d2060eb7c225ba8d5986938b422da31e5b350b662dc68eeddb0e8',
      },
      'onnx/model_quantized.onnx': {
        bytes: 34_014_426,
        sha256: '6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4',
      },
    },
  },
  {
    id: MULTILINGUAL_E5_SMALL,
    dims: 384,
    pooling: 'mean',
    queryPrefix: 'query: ',
    documentPrefix: 'passage: ',
    maxTokens: 512,
    bytes: 40_088_524,
    languages: '42 languages, among them German, Chinese, Spanish, French, Russian, Japanese, Arabic',
    reads: ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'ja', 'zh', 'ko', 'ru', 'ar', 'he', 'th', 'el', 'hi', 'other'],
    note: 'Finds notes in many languages, also across languages; the default where the page is not English.',
    floor: 0.7,
    duplicateThreshold: 0.975,
    priorMean: 0.79,
    priorSd: 0.021,
    calibration: MULTILINGUAL_E5_SMALL_64K,
    files: {
      'config.json': { bytes: 353, sha256: '371a818572e42e7a75ed4c8f326068877db766c6fbb6949c33c070f1543d1c23' },
      'tokenizer.json': {
        bytes: 2_175_717,
        sha256: '21a8da2755778ccd0cfa3572d55a3c4a52fbbc4bba217c59d5f80071838a9a01',
      },
      'tokenizer_config.json': {
        bytes: 228,
        sha256: 'a2acdc1869f1499d14bdef6306b5ef7db647e9465b5cbef12baffb2349f7b7e5',
      },
      'onnx/model_quantized.onnx': {
        bytes: 37_912_226,
        sha256: '70f9783afd63d7e7c58c24f0939097ddf0cb6816e6c6938d281eee070bba395f',
      },
    },
  },
  {
    id: MINI_LM,
    dims: 384,
    pooling: 'mean',
    queryPrefix: '',
    documentPrefix: '',
    maxTokens: 256,
    bytes: 23_715_331,
    languages: 'English',
    reads: ['en'],
    note: 'Light: the smallest download and half the computation; for popups and slow devices.',
    floor: 0.22,
    duplicateThreshold: 0.94,
    priorMean: 0.12,
    priorSd: 0.1,
    calibration: ALL_MINILM_L6_V2,
    files: {
      'config.json': { bytes: 352, sha256: '6f33cab3a3e69d3dc5e3b6fd05019f747ee5698c6477323d0e18326d7b0caf71' },
      'tokenizer.json': { bytes: 742_346, sha256: '754fbace50a65eb13073189fde35f561d96d630920b6a65bbf8dbadf9a4896c3' },
      'tokenizer_config.json': {
        bytes: 263,
        sha256: 'd971f6dd6ed2cccef3aaec6cb79612a845000cd1ec03107292d53ac4b865fe16',
      },
      'onnx/model_quantized.onnx': {
        bytes: 22_972_370,
        sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
      },
    },
  },
];

/** Fetched in addition to a model's own files. */
export const RUNTIME_BYTES = 14_264_838;

export const downloadBytes = ({ bytes }: Pick<ModelProfile, 'bytes'>): number => bytes + RUNTIME_BYTES;

/** Chooses the model for `model="auto"`. @param language BCP 47 */
export function chooseModel(language: string | undefined): string {
  const primary = (language ?? '').trim().toLowerCase().split(/[-_]/)[0];
  return primary === '' || primary === 'en' ? BGE_SMALL : MULTILINGUAL_E5_SMALL;
}

/** @param id with or without its folder (`bge-small-en-v1.5`) @throws `model-unavailable` */
export function modelProfile(id: string): ModelProfile {
  const profile = MODEL_PROFILES.find((p) => p.id === id || p.id.endsWith(`/${id}`));
  if (!profile) throw new HybridSearchError('model-unavailable', `no profile of ${id}`);
  return profile;
}

/** Paths in a model's folder. The shipped models have int8 weights, others may have float32. */
export const WEIGHTS_FILE = 'onnx/model_quantized.onnx';
export const FLOAT_WEIGHTS_FILE = 'onnx/model.onnx';

/** Vectors with equal fingerprints can be compared. */
export function fingerprintOf(profile: ModelProfile, chunkerVersion: number): string {
  const weights = (profile.files[WEIGHTS_FILE] ?? profile.files[FLOAT_WEIGHTS_FILE])?.sha256.slice(0, 16) ?? 'unknown';
  return [
    profile.id,
    weights,
    profile.pooling,
    JSON.stringify(profile.documentPrefix),
    `chunks ${chunkerVersion}`,
    `int8 ${VECTOR_SCALE}`,
  ].join(' ');
}
