/** The page: talks on the left, messages in the middle, what the model is given on the right. */
import type { Context, Memory } from 'hybrid-search-element/client';
import { messagesOf, onProgress, opened, type Place, recall, remember, sessionsOf } from './memory.ts';
import { answer, isQuestion } from './stand-in.ts';

const byId = <Kind extends HTMLElement>(id: string): Kind => document.getElementById(id) as Kind;
const person = byId<HTMLFormElement>('person');
const limits = byId<HTMLFormElement>('limits');
const say = byId<HTMLFormElement>('say');
const field = byId<HTMLTextAreaElement>('text');
const status = byId('status');

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
  await Promise.all([showSessions(), showMessages()]);
  field.focus();
}

async function send(text: string): Promise<void> {
  const where = place();
  const values = new FormData(limits);
  const days = Number(values.get('days'));
  // Asked before the question itself is a memory: it would be its own best answer.
  const context = isQuestion(text) ? await recall(where, session, text, Number(values.get('budget'))) : null;
  await remember(where, session, { role: 'user', text, days });
  if (context) {
    showContext(context);
    await remember(where, session, { role: 'assistant', text: answer(context).text, days });
  }
  await Promise.all([showSessions(), showMessages()]);
}

say.onsubmit = (event) => {
  event.preventDefault();
  const text = field.value.trim();
  if (text === '') return;
  field.value = '';
  send(text).catch((error: Error) => {
    // What was typed is not lost.
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
opened.then(
  () => open(session),
  (error: Error) => {
    status.textContent = error.message;
  },
);
