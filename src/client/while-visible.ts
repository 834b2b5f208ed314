/** Repeats the job while the page is visible, and at once when it becomes so. Returns a function that stops it. */
export function whileVisible(job: () => void, everyMs: number): () => void {
  const page = globalThis.document as Document | undefined;
  if (!page) return () => {};
  let timer: ReturnType<typeof setInterval> | undefined;
  const look = (): void => {
    clearInterval(timer);
    if (page.visibilityState !== 'hidden') timer = setInterval(job, everyMs);
  };
  const onChange = (): void => {
    look();
    if (page.visibilityState !== 'hidden') job();
  };
  page.addEventListener('visibilitychange', onChange);
  look();
  return () => {
    clearInterval(timer);
    page.removeEventListener('visibilitychange', onChange);
  };
}
