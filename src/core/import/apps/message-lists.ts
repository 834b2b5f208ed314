/** Reads records in lists named `messages`, at any depth. A large chat is never in memory as a whole. */
import { type ImportReader, type ImportRow, MAX_RECORD_LENGTH } from '../report.ts';
import { countLines } from '../utf8.ts';

const STOP = /["{}[\]]/g;
const STRING_STOP = /["\\]/g;
const LIST_KEY = /"messages"\s*:\s*$/;
/** UTF-16 units. Longer headers are ignored. A header is what an object has before its list, such as name and id. */
const MAX_HEADER = 65_536;

export type ReadListed = (record: string, header: string, line: number) => Iterable<ImportRow>;

export function createMessageListReader(read: ReadListed): ImportReader {
  return new MessageLists(read);
}

class MessageLists implements ImportReader {
  readonly #read: ReadListed;
  #text = '';
  #header = '';
  #inString = false;
  #escaped = false;
  /** Number of open containers, counting from the list; 0 outside a list. */
  #depth = 0;
  #tooLarge = false;
  #line = 1;
  #recordLine = 1;
  #any = false;

  constructor(read: ReadListed) {
    this.#read = read;
  }

  *push(piece: string): Generator<ImportRow> {
    let from = 0;
    let index = 0;
    let counted = 0;
    while (index < piece.length) {
      const at = this.#inString ? this.#stringEnd(piece, index) : nextStop(piece, index);
      if (at < 0) break;
      index = at + 1;
      const character = piece[at]!;
      if (this.#inString) {
        this.#inString = false;
        continue;
      }
      if (character === '"') {
        this.#inString = true;
      } else if (this.#depth === 0) {
        if (character === '{') {
          this.#text = '';
          from = at;
        } else if (character === '[' && LIST_KEY.test(this.#tail(piece, from, at))) {
          this.#keep(piece.slice(from, at));
          this.#header = headerOf(this.#text);
          this.#text = '';
          this.#depth = 1;
          this.#any = true;
          from = index;
        }
      } else if (character === '{' || character === '[') {
        if (this.#depth === 1) {
          this.#line += countLines(piece.slice(counted, at));
          counted = at;
          this.#recordLine = this.#line;
          this.#text = '';
          this.#tooLarge = false;
          from = at;
        }
        this.#depth++;
      } else {
        this.#depth--;
        if (this.#depth === 1) {
          yield* this.#finish(piece.slice(from, index));
          from = index;
        } else if (this.#depth === 0) {
          this.#text = '';
          from = index;
        }
      }
    }
    this.#keep(piece.slice(from));
    this.#line += countLines(piece.slice(counted));
  }

  *end(): Generator<ImportRow> {
    if (this.#depth > 0) {
      yield { line: this.#recordLine, code: 'invalid-json', reason: 'cut-off-json' };
    } else if (!this.#any) {
      yield { line: 0, code: 'empty', reason: 'no-messages' };
    }
  }

  /** Returns -1 if the piece ends before the string does. */
  #stringEnd(piece: string, start: number): number {
    for (let index = start; index < piece.length; ) {
      if (this.#escaped) {
        this.#escaped = false;
        index++;
        continue;
      }
      STRING_STOP.lastIndex = index;
      const at = STRING_STOP.exec(piece)?.index;
      if (at === undefined) return -1;
      if (piece[at] === '"') return at;
      this.#escaped = true;
      index = at + 1;
    }
    return -1;
  }

  #tail(piece: string, from: number, at: number): string {
    const here = piece.slice(Math.max(from, at - 64), at);
    return here.length < 64 ? this.#text.slice(-64) + here : here;
  }

  #keep(text: string): void {
    if (this.#tooLarge) return;
    this.#text += text;
    if (this.#depth === 0) {
      // A list may still follow, so keep just enough to see that it's too long for a header.
      if (this.#text.length > 2 * MAX_HEADER) this.#text = this.#text.slice(-MAX_HEADER - 1);
    } else if (this.#text.length > MAX_RECORD_LENGTH) {
      this.#text = '';
      this.#tooLarge = true;
    }
  }

  *#finish(text: string): Generator<ImportRow> {
    if (this.#tooLarge) yield { line: this.#recordLine, code: 'too-large', reason: 'long-record' };
    else yield* this.#read(this.#text + text, this.#header === '' ? '{}' : `${this.#header}}`, this.#recordLine);
    this.#text = '';
    this.#tooLarge = false;
  }
}

function headerOf(text: string): string {
  if (text.length > MAX_HEADER) return '';
  return text.slice(0, text.lastIndexOf('"messages"')).trimEnd().replace(/,$/, '');
}

function nextStop(piece: string, index: number): number {
  STOP.lastIndex = index;
  return STOP.exec(piece)?.index ?? -1;
}
