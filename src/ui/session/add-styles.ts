import type { CSSResult } from 'lit';

const adopted = new WeakMap<ShadowRoot, Set<CSSResult>>();

export function addStyles(root: ShadowRoot, styles: readonly CSSResult[]): void {
  const known = adopted.get(root) ?? new Set();
  adopted.set(root, known);
  const missing = styles.filter((sheet) => !known.has(sheet));
  for (const sheet of missing) known.add(sheet);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...missing.map(({ styleSheet }) => styleSheet!)];
}
