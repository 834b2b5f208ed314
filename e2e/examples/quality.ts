import type { Locator, Page } from '@playwright/test';

/**
 * Highest accepted sum of layout shifts. A line of text that moves a page scores 0.02. Shifts within half a second of a
 * key or click don't count.
 */
const MOST_SHIFT = 0.01;
const LEAST_TEXT_PX = 12;
const LEAST_TARGET_PX = 24;

export const WIDE_LIGHT = ['light', 1280] as const;
export const NARROW_DARK = ['dark', 390] as const;

export interface Quality {
  faults(): Promise<string[]>;
}

/** Shifts within half a second of a key aren't counted. */
export async function putInto(field: Locator, words: string): Promise<void> {
  await field.evaluate((element: HTMLInputElement, value) => {
    element.value = value;
    element.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  }, words);
}

export async function watchQuality(page: Page): Promise<Quality> {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts, shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        (window as unknown as { shift: number }).shift += entry.value;
        for (const { node, previousRect: from, currentRect: to } of entry.sources) {
          const element = node instanceof Element ? node : node?.parentElement;
          shifts.push(`${element?.outerHTML.slice(0, 80)} (${from.x}, ${from.y} to ${to.x}, ${to.y})`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return {
    async faults() {
      const found = await page.evaluate(
        ({ mostShift, leastText, leastTarget }) => {
          const faults: string[] = [];
          const need = (ok: unknown, what: string): void => {
            if (!ok) faults.push(what);
          };
          need(document.documentElement.lang, 'no language');
          need(document.title, 'no title');
          need(document.querySelector('meta[name=viewport]'), 'no viewport');
          const { scrollWidth, clientWidth } = document.documentElement;
          need(scrollWidth <= clientWidth, `wider than the window: ${scrollWidth} > ${clientWidth}`);
          const { shift, shifts } = window as unknown as { shift: number; shifts: string[] };
          need(shift < mostShift, `layout shift ${shift.toFixed(3)}: ${shifts.join(' ')}`);
          const isShown = (element: Element): boolean =>
            element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
            element.getBoundingClientRect().width > 1;
          const look = (root: Document | ShadowRoot): void => {
            for (const element of root.querySelectorAll('*')) {
              if (element.shadowRoot) look(element.shadowRoot);
              const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
              const size = Number.parseFloat(getComputedStyle(element).fontSize);
              if (hasText && size < leastText && isShown(element) && !element.closest('sup, svg, style, script'))
                faults.push(`text of ${size} px: ${element.outerHTML.slice(0, 120)}`);
              if (!element.matches('button, select, input:not([type=hidden]), summary') || !isShown(element)) continue;
              // A button inside a sentence may be only as high as its line.
              const inSentence = [...element.parentNode!.childNodes].some(
                (node) => node instanceof Text && node.data.trim() !== '',
              );
              if (inSentence && element instanceof HTMLButtonElement) continue;
              const box = (element.closest('label') ?? element).getBoundingClientRect();
              if (Math.min(box.width, box.height) < leastTarget - 0.5)
                faults.push(`target of ${box.width} × ${box.height} px: ${element.outerHTML.slice(0, 120)}`);
            }
          };
          look(document);
          return faults;
        },
        { mostShift: MOST_SHIFT, leastText: LEAST_TEXT_PX, leastTarget: LEAST_TARGET_PX },
      );
      return [...complaints, ...found];
    },
  };
}
