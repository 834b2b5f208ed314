/** Reads the messages of a mailbox one by one. A file that isn't a mailbox is read as a single message. */
const PIECE_BYTES = 1_048_576;
const MAX_MESSAGE_BYTES = 32 * 1_048_576;
const NEW_LINE = 0x0a;
const FROM = [0x46, 0x72, 0x6f, 0x6d, 0x20];
/** The line before a message: `From ann@a.example Thu May  6 07:08:09 2021`. */
const SEPARATOR = /^From \S+ (?:.* )?(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? (?=.*\b(?:19|20)\d\d\b).*\d\d:\d\d/;
/** Some programs write the date in another way. Lines of a message may look like this. */
const LOOSE_SEPARATOR = /^From \S+ .*\d\d:\d\d/;
const SEPARATOR_BYTES = 300;

/** Yields each message, or null for one that's too large. */
export async function* messagesOf(file: Blob): AsyncGenerator<Uint8Array | null> {
  const start = latin(new Uint8Array(await file.slice(0, SEPARATOR_BYTES).arrayBuffer()));
  const separator = [SEPARATOR, LOOSE_SEPARATOR].find((pattern) => pattern.test(start));
  if (!separator) {
    yield file.size > MAX_MESSAGE_BYTES ? null : new Uint8Array(await file.arrayBuffer());
    return;
  }
  let parts: Uint8Array[] = [];
  let length = 0;
  let rest: Uint8Array = new Uint8Array(0);
  let inLine = false;
  const add = (bytes: Uint8Array): void => {
    length += bytes.length;
    if (length <= MAX_MESSAGE_BYTES) parts.push(bytes);
    else parts = [];
  };
  const take = (): Uint8Array | null => {
    const message = length > MAX_MESSAGE_BYTES ? null : joined(parts);
    parts = [];
    length = 0;
    return message;
  };
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    const piece = joined([rest, new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer())]);
    const isLast = at + PIECE_BYTES >= file.size;
    // A line that's cut off at the end of a piece is searched together with the next piece, unless it's already long
    // enough to tell whether it's a separator.
    const lastLine = piece.lastIndexOf(NEW_LINE) + 1;
    const isLong = piece.length - lastLine >= SEPARATOR_BYTES;
    const whole = isLast || isLong ? piece.length : lastLine;
    let begun = 0;
    for (let line = 0; line < whole; ) {
      const end = piece.indexOf(NEW_LINE, line);
      const next = end < 0 ? piece.length : end + 1;
      if (!(inLine && line === 0) && isSeparator(piece, line, separator)) {
        add(piece.subarray(begun, line));
        if (length > 0) yield take();
        begun = next;
      }
      line = next;
    }
    add(piece.slice(begun, whole));
    rest = piece.slice(whole);
    inLine = isLong;
  }
  if (length > 0) yield take();
}

function isSeparator(bytes: Uint8Array, at: number, separator: RegExp): boolean {
  return (
    FROM.every((byte, index) => bytes[at + index] === byte) &&
    separator.test(latin(bytes.subarray(at, at + SEPARATOR_BYTES)).split('\n', 1)[0]!)
  );
}

const latin = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
