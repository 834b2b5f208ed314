/**
 * Registers `<hybrid-search>` and its parts. Without an element registry, does nothing. Apart from the demo and the
 * scripts of the workers, this is the only module with a side effect.
 */
import { UI_ELEMENTS } from './ui/elements.ts';

if (typeof customElements !== 'undefined') {
  for (const [tag, elementClass] of UI_ELEMENTS) {
    if (!customElements.get(tag)) customElements.define(tag, elementClass);
  }
}
