/**
 * Runs models at batch size 1: token ids in, hidden states or logits out. The only file with transformers.js models.
 */
import {
  AutoModel,
  AutoModelForSequenceClassification,
  AutoTokenizer,
  type PreTrainedModel,
  type PreTrainedTokenizer,
  Tensor,
} from '@huggingface/transformers';
import { HybridSearchError } from '../core/errors.ts';

export interface SessionSettings {
  device: 'wasm' | 'webgpu' | 'cpu';
  /** `q8` reads `onnx/model_quantized.onnx`, `fp32` reads `onnx/model.onnx`. */
  dtype: 'q8' | 'fp32';
  /** Default 1. In the browser they're set for the whole worker. */
  threads?: number | undefined;
}

export interface HiddenStates {
  /** `[tokens × dims]`, row-major. */
  data: Float32Array;
  tokens: number;
  dims: number;
}

export interface Tokens {
  /** The closing special token survives the cut to `maxTokens`. */
  encode(text: string, maxTokens: number): number[];
  /** Returns the number of tokens, without special ones. */
  count(text: string): number;
  readonly specialTokens: number;
  isOneToken(word: string): boolean;
}

export interface EncoderSession {
  readonly tokens: Tokens;
  run(ids: readonly number[]): Promise<HiddenStates>;
  dispose(): Promise<void>;
}

export interface PairSession {
  score(query: string, document: string, maxTokens: number): Promise<number>;
  dispose(): Promise<void>;
}

/** `runtime` resolves when ONNX Runtime is ready; meanwhile the tokenizer is created (33 ms for bge-small). */
export async function openEncoder(
  id: string,
  settings: SessionSettings,
  runtime?: Promise<void>,
): Promise<EncoderSession> {
  const tokenizer = await AutoTokenizer.from_pretrained(id);
  await runtime;
  const model = await AutoModel.from_pretrained(id, modelOptions(settings));
  return {
    tokens: tokensOf(tokenizer),
    async run(ids) {
      const output = await forward(model, ids, null);
      const hidden = output.last_hidden_state ?? output.token_embeddings;
      if (!(hidden?.data instanceof Float32Array))
        throw new HybridSearchError('internal', 'the model has no hidden states');
      return { data: hidden.data, tokens: hidden.dims[1] ?? 0, dims: hidden.dims[2] ?? 0 };
    },
    dispose: async () => {
      await model.dispose();
    },
  };
}

export async function openPairModel(
  id: string,
  settings: SessionSettings,
  runtime?: Promise<void>,
): Promise<PairSession> {
  const tokenizer = await AutoTokenizer.from_pretrained(id);
  await runtime;
  const model = await AutoModelForSequenceClassification.from_pretrained(id, modelOptions(settings));
  return {
    async score(query, document, maxTokens) {
      const encoded = tokenizer(query, {
        // The tokenizer treats an empty second text as missing. A blank one has no tokens either.
        text_pair: document === '' ? ' ' : document,
        return_tensor: false,
        return_token_type_ids: true,
      });
      const ids = cut(encoded.input_ids as number[], maxTokens);
      const types = cut(encoded.token_type_ids as number[], maxTokens);
      const { logits } = await forward(model, ids, types);
      const logit = logits?.data[0];
      if (typeof logit !== 'number') throw new HybridSearchError('internal', 'the reranker has no logits');
      return logit;
    },
    dispose: async () => {
      await model.dispose();
    },
  };
}

function modelOptions({ device, dtype, threads }: SessionSettings) {
  if (device !== 'cpu') return { device, dtype };
  return {
    device,
    dtype,
    session_options: {
      intraOpNumThreads: threads ?? 1,
      // Without this setting, int8 sums saturate on x86 processors that lack VNNI: the mean cosine of e5 to the
      // reference was 0.9952 instead of 0.9999.
      extra: { session: { x64quantprecision: '1' } },
    },
  };
}

function tokensOf(tokenizer: PreTrainedTokenizer): Tokens {
  const idsOf = (text: string, special: boolean): number[] => tokenizer.encode(text, { add_special_tokens: special });
  return {
    specialTokens: idsOf('', true).length,
    encode: (text, maxTokens) => cut(idsOf(text, true), maxTokens),
    count: (text) => (text === '' ? 0 : idsOf(text, false).length),
    isOneToken(word) {
      const pieces = tokenizer.tokenize(word, { add_special_tokens: false });
      // In scripts without spaces, SentencePiece makes its word mark a token of its own.
      const [first, second] = pieces[0] === '▁' ? pieces.slice(1) : pieces;
      if (first === undefined || second !== undefined || first === tokenizer.unk_token) return false;
      return tokenizer.convert_tokens_to_ids(first) !== tokenizer.unk_token_id;
    },
  };
}

function cut(ids: readonly number[], maxTokens: number): number[] {
  return ids.length <= maxTokens ? [...ids] : [...ids.slice(0, maxTokens - 1), ids[ids.length - 1]!];
}

type Output = { [name: string]: { data: unknown[] | Float32Array; dims: number[] } | undefined };

async function forward(
  model: PreTrainedModel,
  ids: readonly number[],
  types: readonly number[] | null,
): Promise<Output> {
  const dims = [1, ids.length];
  const wide = (values: readonly number[]) => new Tensor('int64', BigInt64Array.from(values, BigInt), dims);
  // transformers.js passes only the inputs that the model has, and zeros for missing token types.
  return (await model({
    input_ids: wide(ids),
    attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), dims),
    ...(types ? { token_type_ids: wide(types) } : {}),
  })) as Output;
}
