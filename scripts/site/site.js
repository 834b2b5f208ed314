/** What moves on the site: sample notes in the element, example queries, the theme editor. */
const element = document.querySelector('hybrid-search');

for (const button of document.querySelectorAll('[data-query]')) {
  button.addEventListener('click', () => {
    element.query = button.dataset.query;
    element.scrollIntoView({ block: 'nearest' });
  });
}

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

if (element?.hasAttribute('data-samples')) {
  await customElements.whenDefined('hybrid-search');
  const client = await element.ready;
  const { total } = await client.list({ limit: 1 });
  if (total === 0) {
    const samples = new URL('samples/notes.jsonl', import.meta.url);
    await client.import([{ path: 'notes.jsonl', file: await (await fetch(samples)).blob() }]);
  }
}
