/** Writes exports as large as real ones of ChatGPT and Obsidian. The same arguments give the same bytes. */
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { writeZip } from '../src/testing/archive-writer.ts';
import { distractors } from '../src/testing/distractors.ts';
import { seededRandom } from '../src/testing/seeded-random.ts';

const FIRST_DAY = Date.UTC(2023, 0, 1);
const MINUTE = 60_000;
/** One in this many answers was regenerated. Only its second version is shown. */
const REGENERATED = 10;
const MOST_TURNS = 60;
const MOST_PARAGRAPHS = 12;

class Writer {
  readonly random: () => number;
  readonly #paragraphs: readonly string[];
  /** Milliseconds since the epoch. Never the same twice. */
  #time = FIRST_DAY;

  constructor(seed: number) {
    this.random = seededRandom(seed);
    this.#paragraphs = distractors(10_000, seed).map(({ text }) => text);
  }

  upTo(most: number): number {
    return 1 + Math.floor(this.random() * most);
  }

  paragraphs(count: number): string {
    const one = (): string => this.#paragraphs[Math.floor(this.random() * this.#paragraphs.length)]!;
    return Array.from({ length: count }, one).join('\n\n');
  }

  id(): string {
    const digits = Array.from({ length: 4 }, () =>
      Math.floor(this.random() * 2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    );
    return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }

  later(): number {
    this.#time += this.upTo(10 * MINUTE);
    return this.#time;
  }
}

/** About as long as a short text, as in ChatGPT's exports. */
const metadataOf = (writer: Writer, role: string, parent: string) => ({
  request_id: writer.id(),
  message_source: null,
  timestamp_: 'absolute',
  message_type: null,
  parent_id: parent,
  ...(role === 'assistant' && {
    model_slug: 'gpt-4o',
    default_model_slug: 'gpt-4o',
    finish_details: { type: 'stop', stop_tokens: [200_002] },
    citations: [],
    content_references: [],
    is_complete: true,
  }),
  serialization_metadata: { custom_symbol_offsets: [] },
});

class Conversation {
  /** Number of messages in the branch that was shown last. */
  shown = 0;
  readonly #writer: Writer;
  readonly #mapping: {
    [id: string]: { id: string; parent: string | null; children: string[]; message: object | null };
  } = {};
  #current: string;

  constructor(writer: Writer) {
    this.#writer = writer;
    this.#current = this.#add(null, null);
    for (let turn = writer.upTo(MOST_TURNS); turn > 0; turn--) {
      const question = this.#say('user', writer.upTo(2));
      if (writer.upTo(REGENERATED) === 1) this.#say('assistant', writer.upTo(MOST_PARAGRAPHS));
      this.#current = question;
      this.#say('assistant', writer.upTo(MOST_PARAGRAPHS));
      this.shown += 2;
    }
  }

  get json(): string {
    const id = this.#writer.id();
    const time = this.#writer.later() / 1_000;
    return JSON.stringify({
      title: this.#writer.paragraphs(1).split(' ').slice(0, 5).join(' '),
      create_time: time,
      update_time: time,
      mapping: this.#mapping,
      moderation_results: [],
      current_node: this.#current,
      plugin_ids: null,
      conversation_id: id,
      conversation_template_id: null,
      gizmo_id: null,
      is_archived: false,
      safe_urls: [],
      default_model_slug: 'gpt-4o',
      id,
    });
  }

  #add(parent: string | null, message: object | null, id = this.#writer.id()): string {
    this.#mapping[id] = { id, parent, children: [], message };
    if (parent !== null) this.#mapping[parent]!.children.push(id);
    return id;
  }

  #say(role: string, paragraphs: number): string {
    const writer = this.#writer;
    const id = writer.id();
    const message = {
      id,
      author: { role, name: null, metadata: {} },
      create_time: writer.later() / 1_000,
      update_time: null,
      content: { content_type: 'text', parts: [writer.paragraphs(paragraphs)] },
      status: 'finished_successfully',
      end_turn: true,
      weight: 1,
      metadata: metadataOf(writer, role, this.#current),
      recipient: 'all',
      channel: null,
    };
    this.#current = this.#add(this.#current, message, id);
    return id;
  }
}

/** `messages` counts only messages that are shown. */
export function writeChatGptExport(path: string, bytes: number): { conversations: number; messages: number } {
  const writer = new Writer(34);
  const file = openSync(path, 'w');
  let conversations = 0;
  let messages = 0;
  for (let written = 1; written < bytes; conversations++) {
    const conversation = new Conversation(writer);
    written += writeSync(file, `${conversations === 0 ? '[' : ', '}${conversation.json}`);
    messages += conversation.shown;
  }
  writeSync(file, ']');
  closeSync(file);
  return { conversations, messages };
}

const PICTURE_PIXELS = 80;

/** A 19 KB PNG of noise, which compression can't make smaller. */
function noisePng(random: () => number): Uint8Array {
  const lines = Uint8Array.from({ length: PICTURE_PIXELS * (1 + 3 * PICTURE_PIXELS) }, (_, at) =>
    // Each line begins with its filter type; 0 means none.
    at % (1 + 3 * PICTURE_PIXELS) === 0 ? 0 : Math.floor(random() * 256),
  );
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, PICTURE_PIXELS);
  header.setUint32(4, PICTURE_PIXELS);
  header.setUint8(8, 8);
  header.setUint8(9, 2);
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', new Uint8Array(header.buffer)),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

const NOTES_A_FOLDER = 100;
const noteName = (n: number): string => `Note ${n}`;

function note(writer: Writer, n: number, notes: number, picture: string | null): string {
  const other = (): string => noteName(Math.floor(writer.random() * notes));
  const created = new Date(writer.later()).toISOString();
  return [
    `---\naliases: [N${n}]\ntags: [area/${n % 9}, kind-${n % 4}]\ncreated: ${created}\n---`,
    `# ${noteName(n)}`,
    writer.paragraphs(writer.upTo(6)),
    `rating:: ${writer.upTo(5)}`,
    `> [!note] See [[${other()}]] and [[${other()}|another]].`,
    ...(picture === null ? [] : [`![[${picture}]]`]),
    '- [ ] Read it again ^task',
    '',
  ].join('\n\n');
}

/** Each picture is shown by one note. */
export function writeVault(folder: string, notes: number, pictures: number): void {
  const writer = new Writer(35);
  const put = (path: string, data: string | Uint8Array): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), data);
  };
  put('.obsidian/app.json', '{}');
  const showing = (n: number): number => Math.floor((n * pictures) / notes);
  for (let n = 0; n < notes; n++) {
    const picture = showing(n + 1) > showing(n) ? `picture-${showing(n)}.png` : null;
    if (picture !== null) put(`attachments/${picture}`, noisePng(writer.random));
    put(`area-${Math.floor(n / NOTES_A_FOLDER)}/${noteName(n)}.md`, note(writer, n, notes, picture));
  }
}

export function zipFolder(folder: string, path: string): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((file) => join(file.parentPath, file.name)).sort();
  const entries = paths.map((file) => ({ path: file.slice(folder.length + 1), data: readFileSync(file) }));
  writeFileSync(path, writeZip(entries));
}
