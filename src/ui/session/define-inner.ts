/** Registers an element that only parts use; another copy of the script may have done so already. */
export function defineInner(tag: string, element: CustomElementConstructor): void {
  if (!customElements.get(tag)) customElements.define(tag, element);
}
