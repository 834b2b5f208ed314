/** A Slack export: a folder per channel, a file per day, and lists of members and channels, which may be missing. */
import { createJsonReader } from '../json.ts';
import { parseJson } from '../parse-json.ts';
import type { ImportOrigin, ImportReader, ImportRow } from '../report.ts';
import type { SlackIndex } from '../slack-index.ts';
import { messageRows } from './chat-message.ts';
import { extras, type JsonFields, listOf, objectOf, parseRecord, textOf, timeOfNumber } from './json-values.ts';

export const SLACK_DAY = /(?:^|\/)([^/]+)\/\d{4}-\d\d-\d\d\.json$/;
export const SLACK_USERS = /(?:^|\/)(?:org_)?users\.json$/;
export const SLACK_LIST = /(?:^|\/)(?:channels|groups|dms|mpims)\.json$/;
const NOTICE =
  /^(?:(?:channel|group)_(?:join|leave|topic|purpose|name|archive|unarchive|posting_permissions)|pinned_item|tombstone|reminder_add|bot_add|bot_remove|huddle_thread|sh_room_created)$/;
const MARKED = /<([@#!]?)([^<>|]{1,4000})(?:\|([^<>]{0,4000}))?>/g;
const MAX_DEPTH = 64;

export const looksLikeSlack = (start: string): boolean =>
  /^\s*\[\s*\{/.test(start) && /"ts"\s*:\s*"\d{9,10}\.\d{6}"/.test(start) && /"type"\s*:\s*"message"/.test(start);

/** Ignores files that aren't lists of members or channels, such as a log of integrations. */
export function indexSlackList(index: SlackIndex, path: string, text: string): void {
  if (!SLACK_USERS.test(path) && !SLACK_LIST.test(path)) return;
  const parsed = parseJson(text, MAX_DEPTH);
  const entries = 'value' in parsed ? listOf(parsed.value).map(objectOf) : [];
  for (const entry of entries) {
    const id = textOf(entry.id);
    if (id === '') continue;
    if (SLACK_USERS.test(path)) index.users.set(id, userName(entry) || id);
    else index.channels.set(textOf(entry.name) || id, { id, title: channelTitle(path, entry) });
  }
}

function userName(user: JsonFields): string {
  const profile = objectOf(user.profile);
  return (
    textOf(profile.display_name) ||
    textOf(profile.real_name) ||
    textOf(user.real_name) ||
    textOf(user.name)
  ).trim();
}

/** For direct messages, returns the members' ids instead of names, because the list of members may be read later. */
function channelTitle(path: string, { name, members }: JsonFields): string {
  if (/(?:dms|mpims)\.json$/.test(path))
    return listOf(members)
      .map((id) => `<@${textOf(id)}>`)
      .join(', ');
  return `#${textOf(name)}`;
}

export function createSlackReader(origin: ImportOrigin): ImportReader {
  const folder = SLACK_DAY.exec(origin.path)?.[1] ?? origin.path.replace(/\.json$/, '');
  const channel = origin.slack?.channels.get(folder) ?? { id: folder, title: `#${folder}` };
  return createJsonReader(origin, function* (text, line) {
    const record = parseRecord(text, line);
    if ('row' in record) yield record.row;
    else yield* readMessage(record.fields, channel, line, origin);
  });
}

function* readMessage(
  message: JsonFields,
  channel: { id: string; title: string },
  line: number,
  origin: ImportOrigin,
): Generator<ImportRow> {
  const ts = textOf(message.ts);
  if (ts === '' || NOTICE.test(textOf(message.subtype))) return;
  const profile = userName({ profile: message.user_profile });
  const words = new SlackWords(origin.slack?.users ?? new Map());
  const text = [words.read(textOf(message.text)), ...attachedTexts(message, words)].filter(
    (part) => part.trim() !== '',
  );
  const files = listOf(message.files).map((file) => textOf(objectOf(file).title) || textOf(objectOf(file).name));
  if (text.length === 0) text.push(...files.filter((name) => name !== ''));
  const thread = textOf(message.thread_ts);
  yield* messageRows(
    {
      app: 'slack',
      chat: channel.id,
      ...(thread && { thread }),
      id: ts,
      title: words.read(channel.title),
      text: text.join('\n\n'),
      speaker: words.nameOf(textOf(message.user)) || profile || botName(message),
      links: words.links,
      createdAt: timeOfNumber(ts),
      updatedAt: timeOfNumber(textOf(objectOf(message.edited).ts)),
      metadata: extras({
        mentions: [...words.mentions],
        files,
        reactions: listOf(message.reactions).map((reaction) => textOf(objectOf(reaction).name)),
      }),
    },
    line,
    origin,
  );
}

const botName = (message: JsonFields): string =>
  textOf(message.username) || textOf(objectOf(message.bot_profile).name) || textOf(message.user);

function attachedTexts(message: JsonFields, words: SlackWords): string[] {
  return listOf(message.attachments).map((attached) => {
    const { title, text, fallback, title_link: link } = objectOf(attached);
    if (/^https?:/.test(textOf(link))) words.links.push(textOf(link));
    const parts = [textOf(title), textOf(text)].filter((part) => part !== '');
    return words.read(parts.length > 0 ? parts.join('\n') : textOf(fallback));
  });
}

/** Slack's own markup: `<@U1>`, `<#C1|general>`, `<!here>`, `<https://…|words>`. */
class SlackWords {
  readonly mentions = new Set<string>();
  readonly links: string[] = [];
  readonly #users: ReadonlyMap<string, string>;

  constructor(users: ReadonlyMap<string, string>) {
    this.#users = users;
  }

  nameOf(user: string): string {
    return this.#users.get(user) ?? '';
  }

  read(text: string): string {
    return unescaped(text.replace(MARKED, (_, mark: string, of: string, words = '') => this.#mark(mark, of, words)));
  }

  #mark(mark: string, of: string, words: string): string {
    if (mark === '@') {
      const name = this.nameOf(of) || words.replace(/^@/, '') || of;
      this.mentions.add(name);
      return `@${name}`;
    }
    if (mark === '#') return `#${words || of}`;
    if (mark === '!') return words || `@${of.replace(/^subteam\^/, '')}`;
    const url = unescaped(of);
    if (/^https?:/.test(url) && url.length <= 4_096) this.links.push(url);
    return words === '' || words === of ? of.replace(/^mailto:/, '') : `[${words}](${of})`;
  }
}

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
