export async function loadWhyPanel(): Promise<void> {
  const { WhyPanelElement } = await import('./why-panel.ts');
  if (!customElements.get('hs-why-panel')) customElements.define('hs-why-panel', WhyPanelElement);
}
