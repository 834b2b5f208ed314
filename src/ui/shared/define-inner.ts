/** Registers an element that only parts use, unless another copy of the script has done so. */
export function defineInner(tag: string, element: CustomElementConstructor): void {
  if (!customElements.get(tag)) customElements.define(tag, element);
}
