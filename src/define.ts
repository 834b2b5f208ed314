/** The only module with a side effect: it registers `<hybrid-search>`. Without an element registry it does nothing. */
import { UI_ELEMENTS } from './ui/elements.ts';

if (typeof customElements !== 'undefined') {
  for (const [tag, elementClass] of UI_ELEMENTS) {
    if (!customElements.get(tag)) customElements.define(tag, elementClass);
  }
}
