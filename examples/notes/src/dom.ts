export const byId = <Kind extends HTMLElement = HTMLElement>(id: string): Kind => document.getElementById(id) as Kind;

export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

let hiding: ReturnType<typeof setTimeout> | undefined;

/** A message with an action stays until the action is used or another message replaces it. */
export function toast(words: string, action?: string, onAction?: () => void): void {
  const box = byId('toast');
  const button = box.querySelector('button')!;
  box.querySelector('span')!.textContent = words;
  button.hidden = action === undefined;
  button.textContent = action ?? '';
  button.onclick = () => {
    box.hidden = true;
    onAction?.();
  };
  box.hidden = false;
  clearTimeout(hiding);
  if (action === undefined) hiding = setTimeout(() => (box.hidden = true), 6_000);
}
