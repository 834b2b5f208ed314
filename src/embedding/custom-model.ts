/** Checks the profile of a model that the page provides. Each file needs a checksum, whatever host it comes from. */
import { HybridSearchError } from '../core/errors.ts';
import { FLOAT_WEIGHTS_FILE, WEIGHTS_FILE } from '../core/model-profiles.ts';
import type { ModelProfile } from '../protocol/embedder-api.ts';

/** These are the files, apart from the weights, that transformers.js reads. */
const NEEDED_FILES = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];
const ID = /^[\w.-]+(\/[\w.-]+)?$/;
const SHA256 = /^[0-9a-f]{64}$/;

/** Throws `invalid-option` with the path of the first wrong field. */
export function checkedProfile(profile: ModelProfile): ModelProfile {
  const need = (valid: boolean, path: string, detail: string): void => {
    if (!valid) throw new HybridSearchError('invalid-option', detail, { path: `model.${path}` });
  };
  need(ID.test(profile.id) && !/(^|\/)\.+(\/|$)/.test(profile.id), 'id', 'a name, or an owner and a name');
  need(whole(profile.dims, 8, 4_096), 'dims', 'a whole number from 8 to 4,096');
  need(whole(profile.maxTokens, 32, 512), 'maxTokens', 'a whole number from 32 to 512');
  need(profile.pooling === 'cls' || profile.pooling === 'mean', 'pooling', 'cls or mean');
  for (const field of ['queryPrefix', 'documentPrefix'] as const) {
    need(typeof profile[field] === 'string' && profile[field].length <= 200, field, 'a text of at most 200 characters');
  }
  for (const field of ['floor', 'duplicateThreshold', 'priorMean'] as const) {
    need(profile[field] >= -1 && profile[field] <= 1, field, 'a cosine');
  }
  need(profile.priorSd > 0 && profile.priorSd <= 1, 'priorSd', 'a number above 0, at most 1');
  const float = !profile.files[WEIGHTS_FILE] && profile.files[FLOAT_WEIGHTS_FILE] !== undefined;
  for (const path of [...NEEDED_FILES, float ? FLOAT_WEIGHTS_FILE : WEIGHTS_FILE]) {
    const file = profile.files[path];
    need(file !== undefined && whole(file.bytes, 1, 1e9), `files.${path}.bytes`, 'the length in bytes');
    need(file !== undefined && SHA256.test(file.sha256), `files.${path}.sha256`, '64 lower-case hexadecimal digits');
  }
  need(!profile.webgpu || float, 'webgpu', `only with weights in float form, ${FLOAT_WEIGHTS_FILE}`);
  return profile;
}

function whole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
