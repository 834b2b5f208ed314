import type { Stage } from './stage.ts';

export interface State {
  name: string;
  title: string;
  /** What users see in this state, and why. */
  story: string;
  enter(stage: Stage): Promise<void>;
}

const QUESTION = 'how to collect materials quickly';
const DAY = 86_400_000;

/** The store is filled before the first state. */
async function withNotes(stage: Stage): Promise<void> {
  await stage.show('samples');
  await stage.page.locator('[role=option]').first().waitFor();
}

async function withMeaning(stage: Stage): Promise<void> {
  await withNotes(stage);
  await stage.loadModel();
}

async function openFirst(stage: Stage): Promise<void> {
  await stage.box.press('ArrowDown');
  await stage.box.press('Enter');
  await stage.page.locator('hs-memory-view h2').waitFor();
}

async function pastePicture(stage: Stage): Promise<void> {
  await stage.page.locator('hs-memory-form textarea').evaluate(async (field) => {
    const canvas = new OffscreenCanvas(480, 270);
    const context = canvas.getContext('2d')!;
    const sky = context.createLinearGradient(0, 0, 0, 270);
    sky.addColorStop(0, '#27406b');
    sky.addColorStop(0.6, '#e58b6b');
    sky.addColorStop(0.61, '#1f4d4d');
    sky.addColorStop(1, '#12302f');
    context.fillStyle = sky;
    context.fillRect(0, 0, 480, 270);
    context.fillStyle = '#ffd9a0';
    context.beginPath();
    context.arc(330, 150, 26, 0, 7);
    context.fill();
    const data = new DataTransfer();
    data.items.add(new File([await canvas.convertToBlob()], 'sunset.png', { type: 'image/png' }));
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await stage.page.locator('hs-memory-form .pictures input').fill('The lake at sunset, from the north shore');
}

async function writeNote(stage: Stage): Promise<void> {
  await stage.openTool('form');
  await stage.page.locator('hs-memory-form #title').fill('Two days at the lake');
  await stage.page
    .locator('hs-memory-form textarea')
    .fill('**Bring** the small tent and:\n\n- the blue stove\n- rope, 10 m\n\n');
  await stage.page.locator('hs-memory-form textarea').press('Control+End');
  await pastePicture(stage);
}

export const STATES: readonly State[] = [
  {
    name: 'empty',
    title: 'An empty store',
    story: 'You can write a note or import some. The page also says where notes are kept.',
    async enter(stage) {
      await stage.show('empty');
      await stage.page.locator('.empty').waitFor();
    },
  },
  {
    name: 'first-notes',
    title: 'First notes',
    story: 'The newest note comes first. A note without a title is named after its first line.',
    async enter(stage) {
      await stage.show('first');
      await stage.page.evaluate(async () => {
        const client = await window.element.ready;
        await client.upsert({ id: 'key', text: 'The spare key hangs behind the cupboard.', tags: ['house'] });
        await client.upsert({
          id: 'lake',
          title: 'Two days at the lake',
          text: 'Bring the blue stove.',
          tags: ['travel'],
        });
      });
      await stage.page.locator('[role=option]').nth(1).waitFor();
    },
  },
  {
    name: 'browsing',
    title: 'All notes',
    story: 'With an empty box, all notes are listed by day.',
    enter: withNotes,
  },
  {
    name: 'words',
    title: 'Words first',
    story:
      'Before the model is downloaded, search by keyword already works. The status line says how large the download is.',
    async enter(stage) {
      await withNotes(stage);
      await stage.ask('iron farm');
    },
  },
  {
    name: 'meaning',
    title: 'By meaning',
    story: 'The sentence that answers in other words is underlined. Labels appear if they differ between rows.',
    async enter(stage) {
      await withMeaning(stage);
      await stage.ask(QUESTION);
      await stage.ask('creepers');
      await stage.ask(QUESTION);
      await stage.page.locator('.semantic').first().waitFor();
      await stage.box.press('ArrowDown');
    },
  },
  {
    name: 'why',
    title: 'Why this result',
    story: 'A sentence gives the reason. The numbers are one level deeper.',
    async enter(stage) {
      await stage.page.locator('[data-active] [data-action=why]').evaluate((button: HTMLElement) => button.click());
      await stage.page.locator('hs-why-panel').waitFor();
      await stage.page.locator('hs-why-panel summary').click();
      await stage.box.focus();
    },
  },
  {
    name: 'slip',
    title: 'A slip of the finger',
    story: 'The page says which word it searched for instead. One press searches for the typed one.',
    async enter(stage) {
      await stage.ask('sourdugh bread');
    },
  },
  {
    name: 'doubtful',
    title: 'Probably no answer',
    story: 'The page calls these the nearest notes, not answers. Weak matches are collapsed.',
    async enter(stage) {
      await stage.ask(
        'how do I collect the materials for the big storage hall quickly without walking all over the map every day and night',
      );
    },
  },
  {
    name: 'nothing',
    title: 'Nothing relevant',
    story: 'If nothing matches, the page says so and shows no rows.',
    async enter(stage) {
      await stage.ask('+zeppelin xylophone');
      await stage.page.locator('.empty').waitFor();
    },
  },
  {
    name: 'completions',
    title: 'Syntax where it is typed',
    story: 'Fields are completed with values from your notes.',
    async enter(stage) {
      await stage.box.fill('iron tag:la');
      await stage.page.locator('.completion').first().waitFor();
      await stage.box.press('ArrowDown');
    },
  },
  {
    name: 'filters',
    title: 'Filters',
    story: 'Each value shows how many results it has. Each filter is a chip that one press removes.',
    async enter(stage) {
      await stage.ask('farm');
      await stage.page.locator('hs-filter-bar .facets [data-facet]:visible').first().click();
      await stage.page.locator('hs-filter-bar .values input').first().click();
      await stage.page.locator('hs-filter-bar .chosen').first().waitFor();
    },
  },
  {
    name: 'form',
    title: 'Writing a note',
    story: 'Your own tags are offered. A pasted picture has a field for its description.',
    async enter(stage) {
      await withNotes(stage);
      await writeNote(stage);
    },
  },
  {
    name: 'draft',
    title: 'A draft is kept',
    story: 'The form was closed with text in it. The text is kept, and one press opens it again.',
    async enter(stage) {
      await stage.page.keyboard.press('Escape');
      await stage.page.locator('.toast').waitFor();
    },
  },
  {
    name: 'view',
    title: 'Reading a note',
    story: 'Markdown is rendered without ever being read as HTML. Pictures come from the note, never from the network.',
    async enter(stage) {
      await stage.show('first', { 'deep-link': '' });
      await writeNote(stage);
      await stage.page.locator('hs-memory-form form').evaluate((form: HTMLFormElement) => form.requestSubmit());
      await stage.page.locator('hs-memory-form').waitFor({ state: 'detached' });
      await stage.ask('tent sunset');
      await openFirst(stage);
      await stage.page.locator('hs-memory-view canvas').waitFor();
      await stage.page.waitForFunction(
        () =>
          (window.element.shadowRoot!.querySelector('hs-memory-view')!.shadowRoot!.querySelector('canvas')?.width ??
            0) > 0,
      );
    },
  },
  {
    name: 'undo',
    title: 'A delete that can be undone',
    story: 'You can undo a delete for ten seconds, with the button or Alt+Z.',
    async enter(stage) {
      await stage.show('first');
      await stage.page.locator('[role=option]').first().waitFor();
      await stage.box.press('ArrowDown');
      await stage.page.keyboard.press(stage.surroundings.lang === 'ar' ? 'ArrowLeft' : 'ArrowRight');
      await stage.page.keyboard.press('Delete');
      await stage.page.locator('.toast').waitFor();
    },
  },
  {
    name: 'import',
    title: 'Import',
    story: 'The report says what was imported, what couldn’t be read, and where. The backup is in the same panel.',
    async enter(stage) {
      await stage.show('first');
      await stage.openTool('import');
      const chooser = stage.page.waitForEvent('filechooser');
      await stage.page.locator('hs-import-panel .primary').click();
      await (await chooser).setFiles([
        { name: 'lake.md', mimeType: 'text/markdown', buffer: Buffer.from('# The lake\n\nDepth 12 m.') },
        { name: 'old-notes.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from('{"text":"One."}\n{"text":\n') },
      ]);
      await stage.page.locator('hs-import-panel .problems').waitFor();
    },
  },
  {
    name: 'settings',
    title: 'Settings',
    story:
      'You can choose the model by size, see how safely notes are kept, and delete everything after typing how many notes there are.',
    async enter(stage) {
      await withNotes(stage);
      await stage.openTool('settings');
    },
  },
  {
    name: 'judge',
    title: 'Evaluate on my notes',
    story: 'You ask a question and judge ten notes with two keys. Then you see which way of searching answers best.',
    async enter(stage) {
      await stage.page.locator('hs-settings-panel section button').first().click();
      await stage.page.locator('hs-judge-panel input').first().fill('iron farm');
      await stage.page.keyboard.press('Enter');
      await stage.page.locator('hs-judge-panel .note').waitFor();
    },
  },
  {
    name: 'sync',
    title: 'Use on another device',
    story: 'You choose a server or a folder. The check says what to change there.',
    async enter(stage) {
      await withNotes(stage);
      await stage.openTool('settings');
      await stage.page.locator('hs-settings-panel .sync').click();
      await stage.page.locator('hs-sync-place #address').waitFor();
    },
  },
  {
    name: 'help',
    title: 'How to search',
    story: 'The query language on one page. You can try each example.',
    async enter(stage) {
      await withNotes(stage);
      await stage.openTool('help');
    },
  },
  {
    name: 'backup-due',
    title: 'A backup is due',
    story: 'After a month without a backup, the page reminds you, because the notes exist only in this browser.',
    async enter(stage) {
      await stage.page.evaluate(
        (at) => localStorage.setItem('hybrid-search:backup-asked:samples', at),
        String(Date.now() - 31 * DAY),
      );
      await withNotes(stage);
      await stage.page.locator('[part=storage-note]').waitFor();
    },
  },
  {
    name: 'restored',
    title: 'Restored',
    story: 'The database was damaged and restored from the log, and the page says so.',
    async enter(stage) {
      await withNotes(stage);
      await stage.tell({ kind: 'restored', restored: 12 });
    },
  },
  {
    name: 'full',
    title: 'The disk is full',
    story: 'One sentence says what to do. No note that was saved is lost.',
    async enter(stage) {
      await withNotes(stage);
      await stage.tell({ kind: 'quota' });
    },
  },
  {
    name: 'lost',
    title: 'The browser lost notes',
    story: 'The loss is reported, not hidden behind an empty list.',
    async enter(stage) {
      await stage.show('lost');
      await stage.tell({ kind: 'storage-lost', durability: 'best-effort' });
    },
  },
  {
    name: 'failed',
    title: 'The notes could not be opened',
    story: 'The page says why, and you can try again.',
    async enter(stage) {
      await stage.show('lost');
      await stage.tell({}, 'Another tab holds an older version of the store: close it.');
      await stage.page.locator('.empty').waitFor();
    },
  },
];
