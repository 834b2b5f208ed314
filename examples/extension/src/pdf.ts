/** The bytes of PDFs wait in the cache storage, because neither messages nor `chrome.storage` can hold bytes. */
const WAITING = 'pdfs';
const BEGINNING = '%PDF-';

const NOT_FETCHED = 'This PDF could not be fetched. Download it, and import the file in the side panel instead.';

/** Needs permission to read the tab's site. In Chromium, saving gives it for this tab (`activeTab`). */
export async function fetchPdf(url: string): Promise<Blob> {
  const bytes = await fetch(url, { credentials: 'include' }).then(
    (answer) => (answer.ok ? answer.blob() : null),
    () => null,
  );
  // The same address may answer a second request with a login page.
  if (!bytes || !(await bytes.slice(0, 1_024).text()).includes(BEGINNING)) throw new Error(NOT_FETCHED);
  return bytes;
}

/** Cache storage accepts only web addresses. */
const keyOf = (id: string): string => `https://pdf.invalid/${encodeURIComponent(id)}`;
const waiting = (): Promise<Cache> => caches.open(WAITING);

export const keepPdf = async (id: string, bytes: Blob): Promise<void> =>
  (await waiting()).put(keyOf(id), new Response(bytes));
export const keptPdf = async (id: string): Promise<Blob | undefined> =>
  (await (await waiting()).match(keyOf(id)))?.blob();
export const dropPdf = async (id: string): Promise<boolean> => (await waiting()).delete(keyOf(id));
