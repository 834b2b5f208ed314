/** Reads Claude's `conversations.json`, with its `chat_messages`, and `projects.json`, with its documents. */
import type { MemoryInput } from '../../record/memory.ts';
import { decodeEntities } from '../entities.ts';
import { fileId } from '../file-id.ts';
import { createJsonReader } from '../json.ts';
import type { ImportOrigin, ImportReader, ImportRow } from '../report.ts';
import { messageRows } from './chat-message.ts';
import {
  extras,
  idOf,
  type JsonFields,
  listOf,
  objectOf,
  parseRecord,
  partsOf,
  problem,
  textOf,
  timeOfText,
  times,
  titleOf,
} from './json-values.ts';

/** Claude writes this into a message's plain text in place of each tool block. */
const UNSUPPORTED_BLOCK = /(?:```\s{0,9})?This block is not supported on your current device yet\.(?:\s{0,9}```)?/g;

/** Exports of 2024 have thoughts and artifacts inside the text. If a message was cut off, its last tag may be open. */
const INLINE_TAG =
  /<antThinking>[\s\S]*?(?:<\/antThinking>|$)|<antArtifact((?:\s{1,9}[\w-]{1,40}="[^"]{0,1000}"){0,20})\s{0,9}>([\s\S]*?)(?:<\/antArtifact>|$)/gi;
const ATTRIBUTE = /([\w-]{1,40})="([^"]*)"/g;

export function createClaudeReader(origin: ImportOrigin): ImportReader {
  return createJsonReader(origin, function* (text, line) {
    const record = parseRecord(text, line);
    if ('row' in record) {
      yield record.row;
    } else if (idOf(record.fields.uuid) === '') {
      yield problem(line, 'invalid-json', 'record-without-id');
    } else if (Array.isArray(record.fields.chat_messages)) {
      yield* conversationRows(record.fields, line, origin);
    } else {
      yield* projectRows(record.fields, line, origin);
    }
  });
}

function* conversationRows(conversation: JsonFields, line: number, origin: ImportOrigin): Generator<ImportRow> {
  const chat = idOf(conversation.uuid);
  const project = textOf(objectOf(conversation.project).name);
  const artifacts = new Map<string, string>();
  for (const [index, value] of listOf(conversation.chat_messages).entries()) {
    const message = objectOf(value);
    const isUser = message.sender === 'human' || message.role === 'user';
    const said = isUser ? saidIn(message, artifacts) : withoutTags(saidIn(message, artifacts), artifacts);
    const attached = listOf(message.attachments).map(objectOf);
    const files = [...attached, ...listOf(message.files).map(objectOf)].map(({ file_name }) => textOf(file_name));
    yield* messageRows(
      {
        app: 'claude',
        chat,
        id: idOf(message.uuid) || String(index),
        title: conversation.name,
        text: [said, ...attached.map(attachedText)].filter((text) => text !== '').join('\n\n'),
        role: isUser ? 'user' : 'assistant',
        url: `https://claude.ai/chat/${encodeURIComponent(chat)}`,
        ...(project !== '' && { tags: [project.slice(0, 512)] }),
        createdAt: timeOfText(message.created_at) ?? timeOfText(conversation.created_at),
        updatedAt: timeOfText(message.updated_at),
        metadata: extras({
          files: files.filter((file) => file !== ''),
          ...(index === 0 && { summary: conversation.summary }),
        }),
      },
      line,
      origin,
    );
  }
}

/**
 * Thinking and most tools aren't part of the conversation, but artifacts are. @param artifacts titles by id, from
 * earlier messages
 */
function saidIn(message: JsonFields, artifacts: Map<string, string>): string {
  const said = listOf(message.content).map((value) => {
    const block = objectOf(value);
    if (block.type === 'text' || block.type === 'voice_note') return textOf(block.text);
    return block.type === 'tool_use' && block.name === 'artifacts'
      ? artifactText(objectOf(block.input), artifacts)
      : '';
  });
  const joined = said.filter((text) => text !== '').join('\n\n');
  return joined || textOf(message.text).replace(UNSUPPORTED_BLOCK, '').trim();
}

function withoutTags(text: string, titles: Map<string, string>): string {
  const parts: string[] = [];
  let end = 0;
  for (const { index, 0: whole, 1: attributes, 2: content } of text.matchAll(INLINE_TAG)) {
    parts.push(text.slice(end, index).trim());
    end = index + whole.length;
    if (attributes === undefined) continue;
    const { identifier: id, title } = Object.fromEntries(
      [...attributes.matchAll(ATTRIBUTE)].map(([, name, value]) => [name!, decodeEntities(value!)]),
    );
    parts.push(artifactText({ id, title, content }, titles));
  }
  if (end === 0) return text;
  return [...parts, text.slice(end).trim()].filter((part) => part !== '').join('\n\n');
}

/** If a part was changed, only the replacement is known. */
function artifactText({ id, title, content, new_str: replacement }: JsonFields, titles: Map<string, string>): string {
  const key = idOf(id);
  const shown = textOf(title) || (titles.get(key) ?? '');
  titles.set(key, shown);
  const text = (textOf(content) || textOf(replacement)).trim();
  return text === '' ? '' : [shown, text].filter((part) => part !== '').join('\n\n');
}

function attachedText(file: JsonFields): string {
  const text = textOf(file.extracted_content).trim();
  return text === '' ? '' : `${textOf(file.file_name)}\n\n${text}`.trim();
}

function* projectRows(project: JsonFields, line: number, { hash }: ImportOrigin): Generator<ImportRow> {
  const id = idOf(project.uuid);
  const name = titleOf(project.name);
  const about = [project.description, project.prompt_template].map(textOf).filter((text) => text.trim() !== '');
  const documents = listOf(project.docs).map(objectOf);
  const notes = [
    { part: '', title: name, text: about.join('\n\n'), from: project },
    ...documents.map((document, index) => ({
      part: idOf(document.uuid) || String(index),
      title: titleOf(document.filename),
      text: textOf(document.content),
      from: document,
    })),
  ];
  for (const { part, title, text, from } of notes) {
    if (text.trim() === '') continue;
    for (const [index, piece] of partsOf(text).entries()) {
      const input: MemoryInput = {
        id: fileId(hash, 'claude-project', id, index === 0 ? part : `${part}#${index}`),
        ...title,
        text: piece,
        source: 'claude',
        thread: `claude-project:${id}`.slice(0, 512),
        ...(name.title && { tags: [name.title.slice(0, 512)] }),
        url: `https://claude.ai/project/${encodeURIComponent(id)}`,
        metadata: { app: 'claude', ...(index > 0 && { part: index + 1 }) },
        ...times(timeOfText(from.created_at), timeOfText(from.updated_at)),
      };
      yield { line, input };
    }
  }
}
