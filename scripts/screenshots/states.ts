/** Each state of the element, described in a sentence and reached as a person would. */
import type { Stage } from './stage.ts';

export interface State {
  name: string;
  title: string;
  /** What people see in this state, and why. */
  story: string;
  enter(stage: Stage): Promise<void>;
}

const QUESTION = 'how to collect materials quickly';
const DAY = 86_400_000;

/** Opens the store of the samples. The first state that needs it fills it. */
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

/** Pastes a picture of a sunset into the form. */
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
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, cancelable: true }));
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
    story: 'Two ways to begin, and where what is written will be.',
    async enter(stage) {
      await stage.show('empty');
      await stage.page.locator('.empty').waitFor();
    },
  },
  {
    name: 'first-notes',
    title: 'First notes',
    story: 'The newest first; a note without a title is called by its first line.',
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
    story: 'Nothing is asked: everything is there, by day.',
    enter: withNotes,
  },
  {
    name: 'words',
    title: 'Words first',
    story: 'The model is not there yet: words answer at once, and the status says what meaning would cost.',
    async enter(stage) {
      await withNotes(stage);
      await stage.ask('iron farm');
    },
  },
  {
    name: 'meaning',
    title: 'By meaning',
    story: 'The sentence that says it in other words is underlined; labels stand where they tell rows apart.',
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
    story: 'A sentence first; numbers one level deeper.',
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
    story: 'What was read instead is said, and the way back is one press.',
    async enter(stage) {
      await stage.ask('sourdugh bread');
    },
  },
  {
    name: 'doubtful',
    title: 'Probably no answer',
    story: 'The nearest notes are called just that; loose matches are folded.',
    async enter(stage) {
      await stage.ask(
        'how do I collect the materials for the big storage hall quickly without walking all over the map every day and night',
      );
    },
  },
  {
    name: 'nothing',
    title: 'Nothing relevant',
    story: 'No note is made to look like an answer.',
    async enter(stage) {
      await stage.ask('+zeppelin xylophone');
      await stage.page.locator('.empty').waitFor();
    },
  },
  {
    name: 'completions',
    title: 'Syntax where it is typed',
    story: 'Fields are completed with values of one’s own.',
    async enter(stage) {
      await stage.box.fill('iron tag:la');
      await stage.page.locator('.completion').first().waitFor();
      await stage.box.press('ArrowDown');
    },
  },
  {
    name: 'filters',
    title: 'Filters',
    story: 'Counts of the answer, and each filter as a chip that one press takes off.',
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
    story: 'Tags of one’s own are offered; a pasted picture is asked what it shows.',
    async enter(stage) {
      await withNotes(stage);
      await writeNote(stage);
    },
  },
  {
    name: 'draft',
    title: 'A draft is kept',
    story: 'The panel was closed with text in it: nothing is gone, and the way back is one press.',
    async enter(stage) {
      await stage.page.keyboard.press('Escape');
      await stage.page.locator('.toast').waitFor();
    },
  },
  {
    name: 'view',
    title: 'Reading a note',
    story: 'Markdown as it is meant to be read, safe by its making; pictures are drawn, never fetched.',
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
    title: 'Deleted, and not yet',
    story: 'Ten seconds to take it back, by the button or Alt+Z.',
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
    story: 'What came in, what could not be read and where; the backup beside it.',
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
    story: 'Models with what they cost, how safely notes are kept, and deletion that asks for the number.',
    async enter(stage) {
      await withNotes(stage);
      await stage.openTool('settings');
    },
  },
  {
    name: 'judge',
    title: 'Evaluate on my notes',
    story: 'A question of one’s own, ten notes, two keys; then which way of searching serves best.',
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
    story: 'A server or a folder; its check says what to change there.',
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
    story: 'The whole language on one page; each example can be tried.',
    async enter(stage) {
      await withNotes(stage);
      await stage.openTool('help');
    },
  },
  {
    name: 'backup-due',
    title: 'A backup is due',
    story: 'A month without one: the notes exist in this browser only.',
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
    story: 'An unclean stop was mended from the second copy, and it is said.',
    async enter(stage) {
      await withNotes(stage);
      await stage.tell({ kind: 'restored', restored: 12 });
    },
  },
  {
    name: 'full',
    title: 'The disk is full',
    story: 'What to do, in one sentence; nothing that was acknowledged is gone.',
    async enter(stage) {
      await withNotes(stage);
      await stage.tell({ kind: 'quota' });
    },
  },
  {
    name: 'lost',
    title: 'The browser lost notes',
    story: 'Said, never hidden behind an empty list.',
    async enter(stage) {
      await stage.show('lost');
      await stage.tell({ kind: 'storage-lost', durability: 'best-effort' });
    },
  },
  {
    name: 'failed',
    title: 'The notes could not be opened',
    story: 'Why, and another try.',
    async enter(stage) {
      await stage.show('lost');
      await stage.tell({}, 'Another tab holds an older version of the store: close it.');
      await stage.page.locator('.empty').waitFor();
    },
  },
];
