import type { Browser, Page } from '@playwright/test';
import type { HybridSearchElement, StorageNotice } from '../../src/index.ts';

declare global {
  interface Window {
    element: HybridSearchElement;
  }
}

export interface Surroundings {
  name: string;
  title: string;
  width: number;
  height: number;
  scheme?: 'dark';
  forced?: true;
  lang?: string;
}

export const SURROUNDINGS: readonly Surroundings[] = [
  { name: 'light', title: 'light', width: 900, height: 640 },
  { name: 'dark', title: 'dark', width: 780, height: 580, scheme: 'dark' },
  { name: 'rtl', title: 'right to left', width: 780, height: 580, lang: 'ar' },
  { name: 'forced', title: 'forced colours', width: 780, height: 580, forced: true },
  { name: 'narrow', title: '320 px', width: 320, height: 640 },
];

export const WIDE: Surroundings = { name: 'wide', title: '1,920 px', width: 1920, height: 1000 };

export const stagePage = (lang: string): string => `<!doctype html><html lang="${lang}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>stage</title><body></body></html>`;

export class Stage {
  readonly page: Page;
  readonly surroundings: Surroundings;

  private constructor(page: Page, surroundings: Surroundings) {
    this.page = page;
    this.surroundings = surroundings;
  }

  static async open(browser: Browser, url: string, surroundings: Surroundings): Promise<Stage> {
    const { width, height, scheme = 'light', forced, lang = 'en' } = surroundings;
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: scheme,
      forcedColors: forced ? 'active' : 'none',
      reducedMotion: 'reduce',
      locale: lang,
    });
    const page = await context.newPage();
    await page.goto(`${url}/stage-${lang}`);
    await page.evaluate(async () => {
      document.body.style.cssText = 'margin: 0; padding: 8px; box-sizing: border-box; height: 100dvh';
      const module = '/define.js';
      await import(module);
    });
    return new Stage(page, surroundings);
  }

  get box() {
    return this.page.getByRole('combobox');
  }

  async show(name: string, attributes: { [name: string]: string } = {}): Promise<void> {
    await this.page.evaluate(
      async (given) => {
        const element = document.createElement('hybrid-search');
        for (const [attribute, value] of Object.entries(given)) element.setAttribute(attribute, value);
        element.style.height = '100%';
        window.element = element;
        document.body.replaceChildren(element);
        await element.ready;
        await element.updateComplete;
      },
      { name, 'model-load': 'manual', ...attributes },
    );
  }

  async bringSamples(): Promise<void> {
    await this.page.evaluate(async () => {
      const client = await window.element.ready;
      const response = await fetch('/samples/notes.jsonl');
      await client.import(new File([await response.blob()], 'samples.jsonl'), { format: 'jsonl' });
    });
  }

  async loadModel(): Promise<void> {
    await this.page.evaluate(async () => {
      const client = await window.element.ready;
      await client.loadModel();
      await client.idle();
    });
  }

  async ask(query: string): Promise<void> {
    await this.box.fill('');
    const answered = this.page.evaluate(
      (asked) =>
        new Promise<void>((resolve) => {
          window.element.addEventListener('hs-search', (event) => {
            if (event.query === asked && !event.response.partial) resolve();
          });
        }),
      query,
    );
    await this.box.fill(query);
    await answered;
  }

  /** Simulates a storage problem in a healthy store. With `failure`, the store doesn't open, for this reason. */
  async tell(notice: Partial<StorageNotice>, failure?: string): Promise<void> {
    await this.page.evaluate(
      async ([told, why]) => {
        // The element would close a client that the element itself opened.
        const module = '/client.js';
        const { createHybridSearch } = (await import(module)) as typeof import('../../src/client/index.ts');
        const client = createHybridSearch({ name: window.element.name, modelLoad: 'manual' });
        await client.ready;
        window.element.client = new Proxy(client, {
          get(target, name) {
            if (name === 'ready' && why) return Promise.reject(new Error(why));
            if (name === 'onStorage')
              return (listener: (one: object) => void) => {
                listener({ kind: 'opened', durability: 'durable', restored: 0, lost: 0, ...told });
                return () => {};
              };
            const value: unknown = Reflect.get(target, name, target);
            // Private fields belong to the client itself, so methods need it as `this`.
            return typeof value === 'function' ? value.bind(target) : value;
          },
        });
        await window.element.updateComplete;
      },
      [notice, failure] as const,
    );
    await this.page
      .locator('.storage-note, .empty', { has: this.page.locator('.icon') })
      .first()
      .waitFor();
    await this.page.waitForFunction(() => {
      const root = window.element.shadowRoot!;
      const bar = root.querySelector('hs-status-bar')?.shadowRoot?.querySelector('.facts')?.childElementCount ?? 0;
      const failed = root.querySelector('.list > .empty button') !== null;
      return bar > 0 && (failed || root.querySelector('.summary')?.textContent?.trim());
    });
  }

  async openTool(tool: 'form' | 'import' | 'settings' | 'help'): Promise<void> {
    await this.page.locator(`[data-tool=${tool}]`).click();
    await this.page.locator('.side > * h2').waitFor();
  }
}
