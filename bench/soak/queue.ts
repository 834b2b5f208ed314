import { inPage, openSite } from '../site.ts';
import { type Proof, scaled } from './proof.ts';

const NOTES = 2_000;
const POPUPS = 20;
const POPUP_LIFE_MS = 300;
const MANUAL = { modelLoad: 'manual' } as const;
const LOOK_EVERY_MS = 200;

const note = (n: number): { id: string; text: string } => ({
  id: `n${n}`,
  text: `Note ${n}: the ${['red', 'blue', 'green'][n % 3]} boat number ${n} lies at pier ${n * 13}.`,
});
const later = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

export const resume: Proof = {
  name: 'resume',
  what: `${NOTES.toLocaleString('en')} notes imported, tab closed halfway and reopened: each chunk embedded once`,
  minutes: 4,
  async run(share, log) {
    const count = scaled(NOTES, share, 50);
    const site = await openSite();
    const visit = await site.browse();
    try {
      const first = await visit.page();
      await inPage(first, 'open', { name: 'half-way' });
      const imported = await inPage(
        first,
        'importNotes',
        Array.from({ length: count }, (_, n) => note(n)),
      );
      let seen = await inPage(first, 'stats');
      while (seen.embedded < count / 2) {
        await later(LOOK_EVERY_MS);
        seen = await inPage(first, 'stats');
      }
      await first.close();
      log(`closed at ${seen.embedded} of ${count}`);
      const second = await visit.page();
      await inPage(second, 'open', { name: 'half-way', ...MANUAL });
      const kept = (await inPage(second, 'stats')).embedded;
      const end = await inPage(second, 'embedBacklog');
      return {
        ok:
          imported === count &&
          kept >= seen.embedded &&
          seen.runs.documents <= kept + 1 &&
          kept + end.runs.documents === count &&
          end.embedded === count,
        finding: `${count} notes; before the tab was closed, ${seen.embedded} embedded in ${seen.runs.documents} runs; after reopening ${kept} kept, ${end.runs.documents} runs, ${end.embedded} embedded`,
      };
    } finally {
      await visit.close();
      await site.close();
    }
  },
};

export const popups: Proof = {
  name: 'popups',
  what: `A popup that adds a note and is closed after ${POPUP_LIFE_MS} ms, ${POPUPS} times: nothing lost, nothing repeated`,
  minutes: 1,
  async run(share) {
    const count = scaled(POPUPS, share, 3);
    const site = await openSite();
    const visit = await site.browse();
    try {
      for (let n = 0; n < count; n++) {
        const popup = await visit.page();
        const closing = later(POPUP_LIFE_MS);
        await inPage(popup, 'open', { name: 'popup' });
        await inPage(popup, 'add', [note(n)]);
        await closing;
        await popup.close();
      }
      const page = await visit.page();
      await inPage(page, 'open', { name: 'popup', ...MANUAL });
      const kept = (await inPage(page, 'stats')).embedded;
      const end = await inPage(page, 'embedBacklog');
      return {
        ok: end.memories === count && end.embedded === count && end.runs.documents === count - kept,
        finding: `${count} popups: ${end.memories} notes stored, ${kept} embedded by the popups, the rest in ${end.runs.documents} runs`,
      };
    } finally {
      await visit.close();
      await site.close();
    }
  },
};
