import { html, LitElement } from 'lit';
import { DRAFT, proveBound } from './proof.js';
import './notes-view.js';

class NotesPage extends LitElement {
  static properties = { found: { state: true } };

  constructor() {
    super();
    this.found = '';
  }

  createRenderRoot() {
    return this;
  }

  firstUpdated() {
    globalThis.proof = proveBound(this.querySelector('hybrid-search'), DRAFT);
  }

  render() {
    return html`
      <hybrid-search
        asset-base="/hybrid-search"
        name="lit"
        model="all-MiniLM-L6-v2"
        model-load="manual"
        .limit=${3}
        @hs-search=${(event) => {
          this.found = event.response.hits[0]?.id;
        }}
      ></hybrid-search>
      <output>${this.found}</output>
      <notes-view></notes-view>
    `;
  }
}

customElements.define('notes-page', NotesPage);
document.body.append(document.createElement('notes-page'));
