import type { Memory } from 'hybrid-search-element/client';
import { change, forget, mayChange, type Place, remembered } from './memory.ts';

const STEP = 50;

export class Remembered {
  readonly #box: HTMLElement;
  readonly #place: () => Place;
  readonly #fail: (error: Error) => void;
  #limit = STEP;
  /** Number of calls of `show`. Only the latest one updates the page. */
  #calls = 0;

  constructor(box: HTMLElement, place: () => Place, fail: (error: Error) => void) {
    this.#box = box;
    this.#place = place;
    this.#fail = fail;
    this.#more.onclick = () => {
      this.#limit += STEP;
      this.show().catch(fail);
    };
  }

  get #more(): HTMLButtonElement {
    return this.#box.querySelector<HTMLButtonElement>('.more')!;
  }

  /** An entry that's being edited stays. */
  async show(): Promise<void> {
    const mine = ++this.#calls;
    const { memories, total } = await remembered(this.#place(), this.#limit);
    if (mine !== this.#calls || this.#box.querySelector('form')) return;
    this.#box.querySelector('summary')!.textContent = `What is remembered (${total})`;
    this.#box.querySelector('ul')!.replaceChildren(...memories.map((memory) => this.#item(memory)));
    this.#more.hidden = total <= memories.length;
  }

  #item(memory: Memory): HTMLLIElement {
    const { text, source = '', privacy, createdAt } = memory;
    const item = document.createElement('li');
    const where = privacy === 'group' ? 'in the group' : 'in private';
    const about = made('small', `${source}, ${where}, ${new Date(createdAt).toLocaleDateString()}`);
    item.append(made('p', text), about);
    if (!mayChange(this.#place(), memory)) return item;
    const edit = made('button', 'Edit');
    const remove = made('button', 'Delete');
    edit.ariaLabel = `Edit: ${text.slice(0, 60)}`;
    remove.ariaLabel = `Delete: ${text.slice(0, 60)}`;
    edit.onclick = () => item.replaceWith(this.#edited(memory));
    remove.onclick = () => item.replaceWith(this.#asked(memory));
    item.append(row(edit, remove));
    return item;
  }

  #edited(memory: Memory): HTMLLIElement {
    const field = made('textarea', '');
    field.value = memory.text;
    field.ariaLabel = 'Text';
    field.rows = 3;
    field.required = true;
    const save = async (): Promise<void> => {
      const text = field.value.trim();
      if (text !== '' && text !== memory.text) await change(this.#place(), memory, text);
    };
    return this.#form('Save', save, field);
  }

  #asked(memory: Memory): HTMLLIElement {
    const remove = async (): Promise<void> => void (await forget(this.#place(), memory));
    return this.#form('Delete for good', remove, made('p', `Forget “${memory.text.slice(0, 120)}”?`));
  }

  #form(words: string, job: () => Promise<void>, ...content: HTMLElement[]): HTMLLIElement {
    const form = document.createElement('form');
    const submit = made('button', words);
    submit.type = 'submit';
    const cancel = made('button', 'Cancel');
    const close = async (): Promise<void> => {
      form.remove();
      await this.show();
    };
    cancel.onclick = () => void close().catch(this.#fail);
    form.onkeydown = ({ key }) => key === 'Escape' && cancel.click();
    form.onsubmit = (event) => {
      event.preventDefault();
      job().then(close).catch(this.#fail);
    };
    form.append(...content, row(submit, cancel));
    const item = document.createElement('li');
    item.append(form);
    queueMicrotask(() => (form.querySelector('textarea') ?? cancel).focus());
    return item;
  }
}

function made<Name extends 'p' | 'small' | 'button' | 'textarea'>(
  name: Name,
  words: string,
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.textContent = words;
  if (element instanceof HTMLButtonElement) element.type = 'button';
  return element;
}

function row(...buttons: HTMLElement[]): HTMLElement {
  const box = document.createElement('div');
  box.className = 'row';
  box.append(...buttons);
  return box;
}
