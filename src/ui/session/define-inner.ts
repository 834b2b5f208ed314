/** Another copy of the script may have registered the tag. */
export function defineInner(tag: string, element: CustomElementConstructor): void {
  if (!customElements.get(tag)) customElements.define(tag, element);
}
