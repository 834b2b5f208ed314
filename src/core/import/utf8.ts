/** Decodes UTF-8, UTF-16, or an encoding that the caller names. Never guesses: a wrong guess would store garbage. */

export interface StrictDecoder {
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string;
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

export interface TextStream {
  /** Returns null from the first invalid bytes on. */
  push(bytes: Uint8Array): string | null;
  end(): string | null;
  /** From 1. Shows roughly where the text became invalid. */
  readonly line: number;
}

export function createTextStream(createDecoder: (encoding: Encoding) => StrictDecoder): TextStream {
  let decoder: StrictDecoder | undefined;
  let head = new Uint8Array(0);
  let broken = false;
  let line = 1;

  const decode = (bytes: Uint8Array, last: boolean): string | null => {
    if (broken) return null;
    try {
      decoder ??= createDecoder(encodingOf(bytes));
      const text = decoder.decode(bytes, { stream: !last });
      line += countLines(text);
      return text;
    } catch {
      broken = true;
      return null;
    }
  };

  return {
    push(bytes) {
      if (decoder || broken) return decode(bytes, false);
      head = concat(head, bytes);
      if (head.length < 3) return '';
      return decode(head, false);
    },
    end() {
      return decoder || broken ? decode(new Uint8Array(0), true) : decode(head, true);
    },
    get line() {
      return line;
    },
  };
}

/** Byte order marks: Unicode 16, §23.8. */
export function encodingOf(firstBytes: Uint8Array): Encoding {
  if (firstBytes[0] === 0xff && firstBytes[1] === 0xfe) return 'utf-16le';
  if (firstBytes[0] === 0xfe && firstBytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

export function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

function concat(left: Uint8Array, right: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(left.length + right.length);
  whole.set(left);
  whole.set(right, left.length);
  return whole;
}
