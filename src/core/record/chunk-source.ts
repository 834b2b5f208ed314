/** A memory as it's embedded: messages with their date and speaker, notes with their title and the words in their pictures. */
import type { Memory } from './memory.ts';
import { indexedHashOf, searchedText } from './picture-words.ts';

/** A memory as the chunker sees it. */
export interface ChunkSource {
  title: string;
  text: string;
  /** The date and speaker before the passage of a message. */
  context: string;
}

export interface EmbeddedText {
  /** Hash of the content and the words. Chunk lists are valid for it. */
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
