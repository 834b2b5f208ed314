import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';

const SURFACES = ['#ffffff', '#fdf6e3', '#d9dde2', '#17191c', '#0b1f3a', '#3a2d2a', '#000000'];
const ACCENTS = ['', '#ffd400', '#00e5ff', '#1a237e', '#c2185b', '#f5f5f5', '#111111'];

/** Contrasts as in WCAG 2. */
function leastContrasts(page: Page): Promise<{ [kind: string]: number }> {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    const rgba = (color: string): number[] => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const over = ([r, g, b, a]: number[], under: number[]): number[] =>
      [r!, g!, b!].map((value, i) => (value * a! + under[i]! * (255 - a!)) / 255);
    const parentOf = (node: Element): Element | null =>
      node.assignedSlot ?? node.parentElement ?? (node.getRootNode() as ShadowRoot).host ?? null;
    const behind = (node: Element | null): number[] =>
      node === null ? [255, 255, 255] : over(rgba(getComputedStyle(node).backgroundColor), behind(parentOf(node)));
    const luminance = (rgb: number[]): number => {
      const [r, g, b] = rgb.map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
    };
    const contrast = (node: Element): number => {
      const shape = node.localName === 'i';
      const under = behind(shape ? parentOf(node) : node);
      const { color, backgroundColor } = getComputedStyle(node);
      const ink = over(rgba(shape ? backgroundColor : color), under);
      const [dark, light] = [luminance(under), luminance(ink)].sort((a, b) => a - b);
      return (light! + 0.05) / (dark! + 0.05);
    };
    const root = document.querySelector('hybrid-search')!.shadowRoot!;
    const bar = root.querySelector('hs-status-bar')!.shadowRoot!;
    const kinds: { [kind: string]: Element[] } = {
      title: [...root.querySelectorAll('.title')],
      passage: [...root.querySelectorAll('.passage')],
      mark: [...root.querySelectorAll('mark')],
      label: [...root.querySelectorAll('.label')],
      tag: [...root.querySelectorAll('.tag')],
      'active row': [...root.querySelectorAll('[data-active] .title, [data-active] .passage, [data-active] .when')],
      count: [...root.querySelectorAll('.count, .time')],
      button: [...root.querySelectorAll('.primary')],
      dot: [...root.querySelectorAll('.draft-dot')],
      status: [...bar.querySelectorAll('.work span:not(.dot), .facts span')],
    };
    const least: { [kind: string]: number } = {};
    for (const [kind, nodes] of Object.entries(kinds)) {
      if (nodes.length === 0) throw new Error(`no ${kind}`);
      least[kind] = Math.min(...nodes.map(contrast));
    }
    return least;
  });
}

async function showEverything(page: Page, baseUrl: string): Promise<void> {
  await openElement(page, baseUrl, NOTES);
  await page.evaluate(() => {
    // Rows show labels only if there's a weak match.
    window.fake.weak.iron = ['train'];
  });
  await page.getByRole('button', { name: 'New note' }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('Begun');
  await page.keyboard.press('Escape');
  await expect(page.locator('.draft-dot')).toBeVisible();
  await page.getByRole('combobox').fill('iron');
  await expect(page.getByRole('option')).toHaveCount(4);
  await page.getByRole('combobox').press('ArrowDown');
}

for (const scheme of ['light', 'dark'] as const) {
  test(`text has a contrast of 4.5 and a draft’s dot of 3 on every surface with every accent, ${scheme}`, async ({
    page,
    baseUrl,
  }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await showEverything(page, baseUrl);
    // Transitions would start from the colours of the previous theme.
    await page.evaluate(() => {
      const still = new CSSStyleSheet();
      still.replaceSync('* { transition: none !important; animation: none !important; }');
      const root = window.element.shadowRoot!;
      for (const { shadowRoot } of [window.element, ...root.querySelectorAll('*')])
        shadowRoot?.adoptedStyleSheets.push(still);
    });
    const poor: string[] = [];
    for (const surface of ['', ...SURFACES]) {
      for (const accent of ACCENTS) {
        await page.evaluate(
          (given) => {
            for (const [name, value] of Object.entries(given)) window.element.style.setProperty(name, value);
          },
          { '--hs-surface': surface, '--hs-accent': accent },
        );
        for (const [kind, contrast] of Object.entries(await leastContrasts(page)))
          if (contrast < (kind === 'dot' ? 3 : 4.5)) poor.push(`${surface} ${accent} ${kind} ${contrast.toFixed(2)}`);
      }
    }
    expect(poor).toEqual([]);
  });
}

for (const [scheme, width] of [
  ['light', 1280],
  ['dark', 1280],
  ['dark', 360],
] as const) {
  test(`a draft’s dot has a contrast of 3 with forced colours, ${scheme}, ${width} px`, async ({ page, baseUrl }) => {
    await page.setViewportSize({ width, height: 700 });
    await page.emulateMedia({ colorScheme: scheme, forcedColors: 'active', reducedMotion: 'reduce' });
    await showEverything(page, baseUrl);
    expect((await leastContrasts(page)).dot).toBeGreaterThanOrEqual(3);
  });
}

test.describe('with forced colours', () => {
  test.beforeEach(async ({ page, baseUrl }) => {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    await openElement(page, baseUrl, NOTES);
  });

  const styleOf = (element: Locator, name: string, pseudo?: string): Promise<string> =>
    element.evaluate((node, [name, pseudo]) => getComputedStyle(node, pseudo).getPropertyValue(name!), [name, pseudo]);

  test('pressed and expanded buttons differ from others, and their words have no plate', async ({ page }) => {
    await page.getByRole('option', { name: /Bread/ }).click();
    const pin = page.getByRole('button', { name: 'Pin', exact: true });
    await expect(pin).toHaveAttribute('aria-pressed', 'false');
    const usual = await styleOf(pin, 'background-color');
    await pin.click();
    await expect(pin).toHaveAttribute('aria-pressed', 'true');
    const sort = page.locator('[data-facet=sort]');
    await sort.click();
    for (const button of [pin, sort]) {
      expect(await styleOf(button, 'background-color')).not.toBe(usual);
      expect(await styleOf(button, 'forced-color-adjust')).toBe('none');
    }
  });

  test('the badge of a filter has the colours of the page, also while its list is open', async ({ page }) => {
    const chip = page.locator('[data-facet=tags]');
    await chip.click();
    await page.getByRole('checkbox').first().check();
    const badge = chip.locator('.badge');
    const summary = page.locator('.summary .count');
    for (const expanded of ['true', 'false']) {
      await expect(chip).toHaveAttribute('aria-expanded', expanded);
      expect(await styleOf(badge, 'background-color')).toBe(await styleOf(page.locator('.frame'), 'background-color'));
      expect(await styleOf(badge, 'color')).toBe(await styleOf(summary, 'color'));
      await page.keyboard.press('Escape');
    }
  });

  test('the open row and the chosen completion are marked', async ({ page }) => {
    const row = page.locator('.row', { hasText: 'Bread' });
    await row.getByRole('option').click();
    await expect(row).toHaveAttribute('data-open');
    const surface = await styleOf(row, 'background-color');
    expect(await styleOf(row, 'background-color', '::before')).not.toBe(surface);
    await page.getByRole('combobox').fill('tag:');
    await page.getByRole('combobox').press('ArrowDown');
    await expect(page.locator('.completion[aria-selected=true]')).toHaveCSS('outline-style', 'solid');
    await expect(page.locator('.completion[aria-selected=false]').first()).toHaveCSS('outline-style', 'none');
  });

  test('a link in an offer has no border, and a tag’s lower edge isn’t cut', async ({ page }) => {
    await page.evaluate(async () => {
      const { fake } = window;
      const stats = await fake.stats();
      const model = { ...stats.model, state: 'ready', id: 'Xenova/bge-small-en-v1.5' } as const;
      fake.stats = async () => ({ ...stats, model, unread: { de: 3 } });
      await fake.add({ text: 'Drei.' });
    });
    await expect(page.locator('.offer .link')).toHaveCSS('border-top-width', '0px');
    const cut = await page
      .locator('.row .tags')
      .evaluateAll((all) => all.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight));
    expect(Math.max(...cut)).toBe(0);
  });
});

test('the page’s own text styles leave the element alone, styles on the element change it', async ({
  page,
  baseUrl,
}) => {
  await openElement(page, baseUrl, NOTES);
  const measured = (): Promise<string[]> =>
    page.evaluate(() =>
      ['.summary', '.row .title', '.row .passage'].flatMap((selector) => {
        const node = window.element.renderRoot.querySelector<HTMLElement>(selector);
        const { width, height } = node!.getBoundingClientRect();
        const { textTransform, fontStyle, letterSpacing, textShadow } = getComputedStyle(node!);
        return [selector, `${width} × ${height}`, textTransform, fontStyle, letterSpacing, textShadow];
      }),
    );
  await expect(page.getByRole('option')).toHaveCount(NOTES.length);
  const before = await measured();
  const style = (rules: string): Promise<void> =>
    page.evaluate((given) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(given);
      document.adoptedStyleSheets.push(sheet);
    }, rules);
  await style(`body { letter-spacing: 0.3em; word-spacing: 1em; word-break: break-all; white-space: pre; text-align: center;
    text-indent: 40px; text-transform: uppercase; text-shadow: 2px 2px red; cursor: wait;
    font-style: italic; font-weight: 900; font-variant: small-caps; }`);
  expect(await measured()).toEqual(before);
  await style('hybrid-search { letter-spacing: 2px; }');
  expect(await measured()).toContain('2px');
});
