/**
 * Conversations are trees of messages. Only the branch shown last is imported. The metadata of its first message says
 * how many nodes of the tree are outside it.
 */
import type { Role } from '../../record/memory.ts';
import { createJsonReader } from '../json.ts';
import { parseJson } from '../parse-json.ts';
import type { ImportOrigin, ImportReader, ImportRow, PictureReference } from '../report.ts';
import { messageRows } from './chat-message.ts';
import {
  extras,
  idOf,
  type JsonFields,
  listOf,
  objectOf,
  parseRecord,
  problem,
  textOf,
  timeOfNumber,
} from './json-values.ts';

const ROLES: ReadonlySet<string> = new Set(['user', 'assistant', 'system']);
/** Content types that aren't imported: reasoning, lookups, background about the user, and errors. */
const NOT_SHOWN: ReadonlySet<string> = new Set([
  'thoughts',
  'reasoning_recap',
  'model_editable_context',
  'user_editable_context',
  'tether_browsing_display',
  'system_error',
]);
const CANVAS = 'canmore.create_textdoc';
/** `cite` with the ids of sources, or `entity` with a list whose second item is the name that was shown. */
const MARKER = /\ue200(\w*)\ue202?([^\ue200\ue201]*)\ue201/g;
const OLD_MARKER = /【\d{1,4}(?::\d{1,4})?†[^【】]{0,300}】/g;

export function createChatGptReader(origin: ImportOrigin): ImportReader {
  return createJsonReader(origin, function* (text, line) {
    const record = parseRecord(text, line);
    if ('row' in record) yield record.row;
    else yield* conversationRows(record.fields, line, origin);
  });
}

function* conversationRows(conversation: JsonFields, line: number, origin: ImportOrigin): Generator<ImportRow> {
  const chat = idOf(conversation.conversation_id) || idOf(conversation.id);
  const mapping = objectOf(conversation.mapping);
  if (chat === '') {
    yield problem(line, 'invalid-json', 'conversation-without-id');
    return;
  }
  const branch = shownBranch(mapping, idOf(conversation.current_node));
  const otherBranches = Object.keys(mapping).length - branch.length;
  let first = true;
  // A message without a time gets the time of the message before it.
  let createdAt = timeOfNumber(conversation.create_time);
  for (const [node, message] of branch) {
    createdAt = timeOfNumber(message.create_time) ?? createdAt;
    const said = readMessage(message);
    if (!said) continue;
    const role = textOf(objectOf(message.author).role);
    const metadata = objectOf(message.metadata);
    const ofConversation = first && {
      archived: conversation.is_archived,
      starred: conversation.is_starred,
      gpt: conversation.gizmo_id,
      otherBranches: otherBranches > 0 ? otherBranches : undefined,
    };
    first = false;
    yield* messageRows(
      {
        app: 'chatgpt',
        chat,
        id: idOf(message.id) || node,
        title: conversation.title,
        text: said.text,
        role: ROLES.has(role) ? (role as Role) : 'assistant',
        url: `https://chatgpt.com/c/${encodeURIComponent(chat)}`,
        links: citedUrls(metadata),
        createdAt,
        updatedAt: timeOfNumber(message.update_time),
        metadata: extras({
          model: metadata.model_slug,
          tool: role === 'tool' ? objectOf(message.author).name : undefined,
          files: listOf(metadata.attachments).map((file) => textOf(objectOf(file).name)),
          ...ofConversation,
        }),
        pictures: said.pictures,
      },
      line,
      origin,
    );
  }
}

/** Returns the branch from the root to the current node, or to the newest leaf if there's no current node. */
function shownBranch(mapping: JsonFields, current: string): [node: string, message: JsonFields][] {
  const branch: [string, JsonFields][] = [];
  const seen = new Set<string>();
  for (let id = current || newestLeaf(mapping); Object.hasOwn(mapping, id) && !seen.has(id); ) {
    seen.add(id);
    const node = objectOf(mapping[id]);
    branch.push([id, objectOf(node.message)]);
    id = idOf(node.parent);
  }
  return branch.reverse();
}

function newestLeaf(mapping: JsonFields): string {
  let newest = '';
  let newestTime = Number.NEGATIVE_INFINITY;
  for (const [id, value] of Object.entries(mapping)) {
    const node = objectOf(value);
    const time = timeOfNumber(objectOf(node.message).create_time) ?? 0;
    if (listOf(node.children).length > 0 || time < newestTime) continue;
    newest = id;
    newestTime = time;
  }
  return newest;
}

function readMessage(message: JsonFields): { text: string; pictures: PictureReference[] } | null {
  const content = objectOf(message.content);
  const kind = textOf(content.content_type);
  const hidden = objectOf(message.metadata).is_visually_hidden_from_conversation === true;
  if (hidden || NOT_SHOWN.has(kind)) return null;
  const pictures: PictureReference[] = [];
  const recipient = textOf(message.recipient) || 'all';
  if (recipient === CANVAS) return canvasOf(content);
  // Other recipients are tools, such as `python` or `bio`.
  if (recipient !== 'all') return null;
  if (kind === 'code' || kind === 'execution_output') {
    const code = textOf(content.text);
    const language = textOf(content.language).replace('unknown', '');
    return code.trim() === '' ? null : { text: `\`\`\`${language}\n${code}\n\`\`\``, pictures };
  }
  if (kind === 'tether_quote') {
    const parts = [textOf(content.title), textOf(content.url), textOf(content.text)];
    return { text: parts.filter((part) => part !== '').join('\n'), pictures };
  }
  const texts: string[] = [];
  for (const part of listOf(content.parts)) {
    if (typeof part === 'string') texts.push(part);
    else readPart(objectOf(part), texts, pictures);
  }
  if (texts.length === 0) texts.push(textOf(content.text) || textOf(content.result));
  const isTyped = objectOf(message.author).role === 'user';
  const shown = isTyped ? texts : texts.map(withoutMarkers);
  const text = shown.filter((part) => part.trim() !== '').join('\n\n');
  if (text === '' && pictures.length === 0) return null;
  return { text: text || pictures.map(({ alt }) => alt).join('\n'), pictures };
}

function canvasOf(content: JsonFields): { text: string; pictures: PictureReference[] } | null {
  const call = textOf(content.text) || textOf(listOf(content.parts)[0]);
  const canvas = parseJson(call, 8);
  const { name, content: text } = objectOf('value' in canvas ? canvas.value : undefined);
  if (textOf(text).trim() === '') return null;
  return { text: [textOf(name), textOf(text)].filter((part) => part !== '').join('\n\n'), pictures: [] };
}

function withoutMarkers(text: string): string {
  return text
    .replace(MARKER, (_, kind: string, value: string) => {
      const entity = kind === 'entity' ? parseJson(value, 8) : undefined;
      return entity && 'value' in entity ? textOf(listOf(entity.value)[1]) : '';
    })
    .replace(OLD_MARKER, '');
}

function readPart(part: JsonFields, texts: string[], pictures: PictureReference[]): void {
  const kind = textOf(part.content_type);
  if (kind === 'audio_transcription') {
    texts.push(textOf(part.text));
  } else if (kind === 'image_asset_pointer') {
    // `file-service://file-…` before 2025, `sediment://file_…` since. In the archive, the picture's file name begins
    // with the id.
    const path = textOf(part.asset_pointer)
      .replace(/^[\w-]{1,40}:\/\//, '')
      .replace(/[#?].*$/s, '');
    const prompt = textOf(objectOf(objectOf(part.metadata).dalle).prompt);
    if (path !== '') pictures.push({ path, alt: prompt || 'Picture' });
  }
}

function citedUrls(metadata: JsonFields): string[] {
  const urls: string[] = [];
  for (const citation of listOf(metadata.citations)) {
    const of = objectOf(objectOf(citation).metadata);
    urls.push(textOf(of.url));
  }
  for (const reference of listOf(metadata.content_references).map(objectOf)) {
    for (const { url } of [reference, ...listOf(reference.items).map(objectOf)]) urls.push(textOf(url));
  }
  return urls.filter((url) => /^https?:/.test(url) && url.length <= 4_096).slice(0, 1_000);
}
