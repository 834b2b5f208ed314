import type { Context, Memory } from 'hybrid-search-element/client';
import { messagesOf, onChange, onProgress, opened, type Place, recall, remember, sessionsOf } from './memory.ts';
import { Remembered } from './remembered.ts';
import { answer, isQuestion } from './stand-in.ts';

const byId = <Kind extends HTMLElement>(id: string): Kind => document.getElementById(id) as Kind;
const person = byId<HTMLFormElement>('person');
const limits = byId<HTMLFormElement>('limits');
const say = byId<HTMLFormElement>('say');
const field = byId<HTMLTextAreaElement>('text');
const status = byId('status');

const remembered = new Remembered(byId('remembered'), place, (error) => {
  status.textContent = error.message;
});

let session = newSession();

function newSession(): string {
  return crypto.randomUUID();
}

function place(): Place {
  const values = new FormData(person);
  return { person: String(values.get('viewer')), room: values.get('place') === 'group' ? 'group' : 'direct' };
}

async function showSessions(): Promise<void> {
  const sessions = await sessionsOf(place());
  byId('sessions').replaceChildren(
    ...sessions.map((each) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = each.title;
      if (each.session === session) button.setAttribute('aria-current', 'true');
      button.onclick = () => void open(each.session);
      const item = document.createElement('li');
      item.append(button);
      return item;
    }),
  );
}

async function showMessages(): Promise<void> {
  const messages = await messagesOf(place(), session);
  const list = byId('messages');
  list.replaceChildren(...messages.map(messageItem));
  list.lastElementChild?.scrollIntoView({ block: 'end' });
}

function messageItem({ role, source, text, createdAt, expiresAt }: Memory): HTMLLIElement {
  const item = document.createElement('li');
  item.className = role ?? '';
  const words = document.createElement('p');
  words.textContent = text;
  const about = document.createElement('small');
  const time = new Date(createdAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  const end = expiresAt === undefined ? 'kept' : `until ${new Date(expiresAt).toLocaleDateString()}`;
  about.textContent = `${source ?? ''}, ${time}, ${end}`;
  item.append(words, about);
  return item;
}

function showContext(context: Context): void {
  const counters = { model: 'counted by the model', given: 'counted', estimate: 'estimated' };
  byId('fill').textContent =
    context.passages.length === 0
      ? 'Nothing relevant was found.'
      : `${context.tokens} of ${context.budget} tokens (${counters[context.counter]}), passages: ${context.passages.length}, left out: ${context.omitted}`;
  byId<HTMLTextAreaElement>('context').value = context.text;
}

async function open(next: string): Promise<void> {
  session = next;
  await Promise.all([showSessions(), showMessages(), remembered.show()]);
  field.focus();
}

/** Shows a message immediately. The stored message replaces it later. */
function showSending(text: string): HTMLLIElement {
  const item = document.createElement('li');
  item.className = 'user sending';
  const words = document.createElement('p');
  words.textContent = text;
  const about = document.createElement('small');
  about.textContent = 'saving…';
  item.append(words, about);
  byId('messages').append(item);
  item.scrollIntoView({ block: 'end' });
  return item;
}

async function send(text: string): Promise<void> {
  const where = place();
  const values = new FormData(limits);
  const days = Number(values.get('days'));
  const talk = session;
  const sending = showSending(text);
  try {
    const told = await remember(where, talk, { role: 'user', text, days });
    await Promise.all([showSessions(), showMessages()]);
    if (!isQuestion(text)) return;
    const context = await recall(where, told, Number(values.get('budget')));
    showContext(context);
    await remember(where, talk, { role: 'assistant', text: answer(context).text, days });
  } finally {
    sending.remove();
  }
  await Promise.all([showSessions(), showMessages()]);
}

say.onsubmit = (event) => {
  event.preventDefault();
  const text = field.value.trim();
  if (text === '') return;
  field.value = '';
  send(text).catch((error: Error) => {
    field.value = text;
    status.textContent = error.message;
  });
};
field.onkeydown = (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  say.requestSubmit();
};
limits.oninput = () => {
  byId('budget-value').textContent = String(new FormData(limits).get('budget'));
};
person.onchange = () => void open(newSession());
byId('new-session').onclick = () => void open(newSession());

onProgress(({ model, embedding }) => {
  const words = { off: 'Ready', waiting: 'Ready', loading: 'Loading the model…', ready: 'Ready', failed: 'Words only' };
  status.textContent = embedding.queued > 0 ? `Reading ${embedding.queued} messages…` : words[model.state];
});
let soon: ReturnType<typeof setTimeout> | undefined;
onChange(() => {
  clearTimeout(soon);
  soon = setTimeout(() => {
    Promise.all([showSessions(), showMessages(), remembered.show()]).catch((error: Error) => {
      status.textContent = error.message;
    });
  }, 100);
});
opened.then(
  () => open(session),
  (error: Error) => {
    status.textContent = error.message;
  },
);
