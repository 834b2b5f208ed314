/** A memory as the chunker sees it: messages with their date and speaker, notes with their title. */

import type { ChunkSource } from '../../protocol/embedder-api.ts';
import type { WrittenText } from './chunk-ledger.ts';

export function chunkSource(memory: WrittenText): ChunkSource {
  const isMessage = memory.type === 'conversation' || memory.role !== undefined;
  const speaker = memory.source ?? memory.role;
  const day = new Date(memory.createdAt).toISOString().slice(0, 10);
  return {
    title: memory.title ?? '',
    text: memory.text,
    context: isMessage ? `${day}${speaker ? ` ${speaker}` : ''}: ` : '',
  };
}
