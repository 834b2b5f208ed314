/**
 * Takes a passage from each hit, unless an earlier one has the same words. `core/context/pack-context.ts` packs them.
 */
import type { ContextCandidate, ContextCandidates, ContextRequest } from '../../core/context/context.ts';
import { estimateTokens } from '../../core/context/estimate-tokens.ts';
import type { Highlight, Hit, Passage } from '../../core/results/response.ts';
import { densestWindow } from '../../core/results/snippet.ts';
import { foldedWords } from '../../core/text/folded-words.ts';
import type { MemoryTable } from '../table/memory-table.ts';
import type { Searcher } from './contract.ts';

/** A text of up to this many UTF-16 units is a single passage. That's about 256 tokens, as long as a chunk. */
const WHOLE_TEXT = 1_000;
const PAGE = 100;

export async function contextCandidates(
  searcher: Pick<Searcher, 'search'>,
  table: ContextTable,
  query: string,
  { settings, tokens, weak }: ContextRequest,
  signal?: AbortSignal,
): Promise<ContextCandidates> {
  const candidates: ContextCandidate[] = [];
  const said: string[] = [];
  let repeated = 0;
  let left = tokens;
  for (let offset = 0; ; offset += PAGE) {
    const answer = await searcher.search(query, { ...settings, limit: PAGE, offset }, { signal });
    const take = (hits: readonly Hit[]): void => {
      for (const hit of hits) {
        const candidate = candidateOf(hit, table);
        const words = ` ${foldedWords(candidate.text).join(' ')} `;
        if (words.trim() === '' || said.some((earlier) => earlier.includes(words))) {
          repeated++;
          continue;
        }
        said.push(words);
        candidates.push(candidate);
        left -= estimateTokens(candidate.text);
      }
    };
    take(answer.hits);
    const more = answer.hasMore && answer.hits.length > 0 && left > 0;
    // Ends after the page that fills the budget. Its shorter passages may fit into what longer ones leave over.
    if (!more) {
      if (weak && candidates.length > 0) take(answer.weak);
      return { candidates, repeated, modesUsed: answer.modesUsed };
    }
  }
}

function candidateOf({ memory, passage, highlights, label, scores }: Hit, table: ContextTable): ContextCandidate {
  const { text } = memory;
  const ordinal = table.ordinalOf(memory.id);
  const { start, end } = rangeOf(text, passage, highlights, ordinal === undefined ? [] : table.chunks(ordinal));
  return {
    id: memory.id,
    ...(memory.title === undefined ? {} : { title: memory.title }),
    text: text.slice(start, end),
    start,
    end,
    type: memory.type,
    ...(memory.source === undefined ? {} : { source: memory.source }),
    ...(memory.role === undefined ? {} : { role: memory.role }),
    ...(memory.url === undefined ? {} : { url: memory.url }),
    ...(memory.thread === undefined ? {} : { thread: memory.thread }),
    ...(memory.session === undefined ? {} : { session: memory.session }),
    createdAt: memory.createdAt,
    label,
    relevance: scores.relevance,
  };
}

type ContextTable = Pick<MemoryTable, 'ordinalOf' | 'chunks'>;

function rangeOf(
  text: string,
  passage: Passage,
  highlights: readonly Highlight[],
  chunks: readonly { start: number; end: number }[],
): { start: number; end: number } {
  if (text.length <= WHOLE_TEXT) return densestWindow(text, [], { length: WHOLE_TEXT });
  const marks = highlights.filter(({ field }) => field === 'text');
  let best: { start: number; end: number } | null = null;
  let most = 0;
  for (const { start, end } of chunks) {
    const shown = Math.min(end, passage.end) - Math.max(start, passage.start);
    if (shown <= 0) continue;
    const held = marks.filter((mark) => mark.start >= Math.max(start, passage.start) && mark.end <= end).length;
    const worth = held * text.length + shown;
    if (worth <= most) continue;
    most = worth;
    best = { start, end };
  }
  return best ?? densestWindow(text, marks, { length: WHOLE_TEXT, chunk: { start: passage.start, end: text.length } });
}
