/** Counts tokens for the throughput figures. Special tokens are included. */
import { join } from 'node:path';
import { ROOT } from '../scripts/setup.mjs';
import { modelProfile } from '../src/core/model-profiles.ts';
import type { MemoryInput } from '../src/core/record/memory.ts';
import { nodePlatform } from '../src/embedding/platform-node.ts';

export async function countTokens(modelId: string, memories: readonly MemoryInput[]): Promise<number> {
  const profile = modelProfile(modelId);
  const session = await nodePlatform(join(ROOT, 'public/models')).openEncoder(profile, () => {});
  const text = ({ title, text: body }: MemoryInput): string => (title === undefined ? body : `${title}\n${body}`);
  const tokens = memories.reduce((sum, each) => sum + session.tokens.encode(text(each), profile.maxTokens).length, 0);
  await session.dispose();
  return tokens;
}
