import type { Memory } from './memory.ts';
import { indexedHashOf, searchedText } from './picture-words.ts';

export interface ChunkSource {
  title: string;
  text: string;
  /** The date and speaker of a message. */
  context: string;
}

export interface EmbeddedText {
  /** A chunk list is valid as long as this hash stays the same. Covers the words in pictures too. */
  contentHash: string;
  source: ChunkSource;
}

export function embeddedText(memory: Memory): EmbeddedText {
  return { contentHash: indexedHashOf(memory), source: chunkSource(memory) };
}

export function chunkSource(memory: Memory): ChunkSource {
  const isMessage = memory.type === 'conversation' || memory.role !== undefined;
  const speaker = memory.source ?? memory.role;
  const day = new Date(memory.createdAt).toISOString().slice(0, 10);
  return {
    title: memory.title ?? '',
    text: searchedText(memory),
    context: isMessage ? `${day}${speaker ? ` ${speaker}` : ''}: ` : '',
  };
}
