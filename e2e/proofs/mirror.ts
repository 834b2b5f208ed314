/** At the end, each text must still exist, unless an edit read it and then replaced it. */
import type { BrowserContext, Page } from '@playwright/test';

interface MirrorProof {
  context: BrowserContext;
  site: string;
  edits: number;
  kills: number;
  files: number;
  seed: number;
  onProgress?: (done: number) => void;
}

declare global {
  interface Window {
    /** Chromium only. */
    showDirectoryPicker?(): Promise<FileSystemDirectoryHandle>;
    folder: {
      /** Resolves with the text that was replaced. */
      write(name: string, text: string): Promise<string>;
      /** Resolves with all texts in the folder and its trash. */
      files(): Promise<string[]>;
      /** Also those of drafts. */
      texts(): Promise<string[]>;
      roundRuns(): Promise<void>;
    };
  }
}

/** Resolves with the names of the files. */
export async function mirrorFolder(
  context: BrowserContext,
  page: Page,
  site: string,
  files: number,
): Promise<string[]> {
  const names = Array.from({ length: files }, (_, index) => `note ${index}.md`);
  // tsx wraps functions in a helper, which the page doesn't have.
  await context.addInitScript('globalThis.__name ??= (named) => named;');
  await context.addInitScript(folderSide);
  await page.goto(site);
  await page.evaluate(async (all) => {
    for (const name of all) await window.folder.write(name, `# ${name}\n\nfirst`);
  }, names);
  await page.locator('[href="#menu"]').click();
  await page.locator('#mirror').click();
  await page.locator('#mirror-state', { hasText: String(files) }).waitFor({ timeout: 600_000 });
  return names;
}

export async function mirrorUnderKills(proof: MirrorProof): Promise<string[]> {
  const { context, site, edits, kills, files, seed, onProgress } = proof;
  const random = createRandom(seed);
  let page = await context.newPage();
  const names = await mirrorFolder(context, page, site, files);

  const alive = new Set<string>();
  const killEvery = Math.max(1, Math.floor(edits / kills));
  for (let edit = 0; edit < edits; edit++) {
    const name = names[Math.floor(random() * files)]!;
    const text = `# ${name}\n\nedit ${edit} ${Math.floor(random() * 1e9).toString(36)}`;
    const replaced = random() < 0.5 ? await writeFile(page, name, text) : await typeNote(page, site, name, text);
    alive.delete(replaced);
    alive.add(text);
    onProgress?.(edit + 1);
    if ((edit + 1) % killEvery !== 0) continue;
    await page.evaluate(() => window.folder.roundRuns());
    await kill(context, page);
    page = await context.newPage();
    await page.goto(site);
  }

  const lost = async (): Promise<string[]> => {
    const found = new Set(await page.evaluate(() => window.folder.texts()));
    return [...alive].filter((text) => !found.has(text));
  };
  let missing = await lost();
  for (let round = 0; round < 30 && missing.length > 0; round++) {
    await page.evaluate(() => window.folder.roundRuns());
    missing = await lost();
  }
  await page.close();
  return missing;
}

const writeFile = (page: Page, name: string, text: string): Promise<string> =>
  page.evaluate(([path, content]) => window.folder.write(path, content), [name, text] as const);

async function typeNote(page: Page, site: string, name: string, text: string): Promise<string> {
  await page.goto(`${site}#note/${encodeURIComponent(name)}`);
  await page.locator('#path', { hasText: name }).waitFor();
  // The mirror could change the text in between.
  return page.locator('#text').evaluate((element, typed) => {
    const editor = element as HTMLTextAreaElement;
    const before = editor.value;
    editor.value = typed;
    editor.dispatchEvent(new InputEvent('input', { bubbles: true }));
    return before;
  }, text);
}

async function kill(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  session.send('Page.crash').catch(() => {});
  await crashed;
  await page.close();
}

/** Only a user can use the folder picker, so this replaces it with a real folder. */
export function folderSide(): void {
  const root = async (): Promise<FileSystemDirectoryHandle> =>
    (await navigator.storage.getDirectory()).getDirectoryHandle('notes', { create: true });
  const textsOf = async (folder: FileSystemDirectoryHandle): Promise<string[]> => {
    const texts: string[] = [];
    for await (const [name, handle] of folder.entries()) {
      // Chromium's temporary file for a write that isn't closed yet.
      if (name.endsWith('.crswap')) continue;
      if (handle.kind === 'directory') texts.push(...(await textsOf(handle as FileSystemDirectoryHandle)));
      else texts.push(...(await textOf(folder, name)));
    }
    return texts;
  };
  /** The mirror may replace the file during the read. */
  const textOf = async (folder: FileSystemDirectoryHandle, name: string): Promise<string[]> => {
    for (;;) {
      const handle = await folder.getFileHandle(name).catch(() => null);
      if (!handle) return [];
      try {
        return [await (await handle.getFile()).text()];
      } catch (error) {
        const { name: reason } = error as Error;
        if (reason !== 'NotFoundError' && reason !== 'NotReadableError') throw error;
      }
    }
  };
  window.showDirectoryPicker = root;
  window.folder = {
    // Without the lock, the mirror could write between the read and the write.
    write: (name, text) =>
      navigator.locks.request(`note ${name}`, async () => {
        const handle = await (await root()).getFileHandle(name, { create: true });
        const before = await (await handle.getFile()).text();
        const writable = await handle.createWritable();
        await writable.write(text);
        await writable.close();
        return before;
      }),
    files: async () => textsOf(await root()),
    async texts() {
      const drafts = Object.keys(localStorage)
        .filter((key) => key.startsWith('draft '))
        .map((key) => (JSON.parse(localStorage.getItem(key)!) as { text: string }).text);
      return [...(await window.folder.files()), ...drafts];
    },
    async roundRuns() {
      window.dispatchEvent(new Event('focus'));
      for (;;) {
        const { held = [] } = await navigator.locks.query();
        if (held.some(({ name }) => name === 'notes mirror')) return;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    },
  };
}

/** Draws from [0, 1) (Mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
