/** The only module with a side effect: registers `<hybrid-search>`. Does nothing where there is no element registry. */
import { UI_ELEMENTS } from './ui/elements.ts';

if (typeof customElements !== 'undefined') {
  for (const [tag, elementClass] of UI_ELEMENTS) {
    if (!customElements.get(tag)) customElements.define(tag, elementClass);
  }
}
