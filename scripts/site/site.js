const element = document.querySelector('hybrid-search');

for (const button of document.querySelectorAll('[data-query]')) {
  button.addEventListener('click', () => {
    element.query = button.dataset.query;
    element.scrollIntoView({ block: 'nearest' });
  });
}

const search = document.querySelector('#site-search');
const searchButton = document.querySelector('#site-search-button');
const isMac = /mac|iphone|ipad/i.test(navigator.platform);
const openSearch = async () => {
  search.showModal();
  const { focusSearch } = await import('./search.js');
  await focusSearch();
};
const isField = (target) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');

searchButton.querySelector('kbd').textContent = isMac ? '⌘ K' : 'Ctrl K';
searchButton.addEventListener('click', openSearch);
// The content fills the dialog, so a click on the dialog itself is outside the content.
search.addEventListener('click', (event) => event.target === search && search.close());
addEventListener('keydown', (event) => {
  const { key, altKey, shiftKey } = event;
  const mod = isMac ? event.metaKey : event.ctrlKey;
  const slash = key === '/' && !mod && !altKey && !isField(event.composedPath()[0]);
  if (event.defaultPrevented || (!slash && !(mod && !altKey && !shiftKey && key.toLowerCase() === 'k'))) return;
  event.preventDefault();
  if (!search.open) void openSearch();
});

const theme = document.querySelector('#theme');
if (theme) {
  const show = () => {
    const lines = [];
    for (const input of theme.querySelectorAll('input')) {
      const value = input.value + (input.dataset.unit ?? '');
      const changed = input.value !== input.defaultValue;
      if (changed) lines.push(`  ${input.name}: ${value};`);
      if (changed) element.style.setProperty(input.name, value);
      else element.style.removeProperty(input.name);
    }
    const rules = lines.length > 0 ? lines.join('\n') : '  /* as shipped */';
    document.querySelector('#css code').textContent = `hybrid-search {\n${rules}\n}`;
  };
  theme.addEventListener('input', show);
  theme.addEventListener('reset', () => queueMicrotask(show));
  show();
}

const parts = document.querySelector('#parts');
if (parts) {
  const stage = document.querySelector('#stage');
  const code = document.querySelector('#markup code');
  const create = (tag) => Object.assign(document.createElement(tag), { name: 'site' });
  const show = () => {
    const tags = [...parts.querySelectorAll(':checked')].map(({ value }) => value);
    for (const part of [...stage.children]) if (!tags.includes(part.localName)) part.remove();
    // Parts that stay aren't moved, so they keep what was typed into them.
    tags.forEach((tag, at) => {
      const before = stage.children[at];
      if (before?.localName !== tag) stage.insertBefore(create(tag), before ?? null);
    });
    const lines = ['<script type="module" src="hybrid-search/define.js"></script>'];
    code.textContent = [...lines, ...tags.map((tag) => `<${tag} name="notes"></${tag}>`)].join('\n');
  };
  parts.addEventListener('change', show);
  await customElements.whenDefined('hybrid-search');
  show();
}

const filled = document.querySelector('[data-samples]');
if (filled) {
  await customElements.whenDefined(filled.localName);
  const client = await filled.ready;
  const { total } = await client.list({ limit: 1 });
  if (total === 0) {
    const samples = new URL('samples/notes.jsonl', import.meta.url);
    await client.import([{ path: 'notes.jsonl', file: await (await fetch(samples)).blob() }]);
  }
}
