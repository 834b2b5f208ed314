/** Browser actions that need an element for a moment: a picker and a download. */

const ACCEPTED = {
  notes:
    '.md,.markdown,.mdown,.txt,.json,.jsonl,.ndjson,.csv,.tsv,.html,.htm,.xhtml,.mht,.mhtml,.pdf,.docx,.epub,.eml,.mbox,.enex,.zip,.jex',
  pictures: 'image/*',
};

/** Opens the file or folder picker. Resolves with nothing if it's cancelled. Must run in a person's gesture. */
export function pickFiles(what: 'folder' | keyof typeof ACCEPTED): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    if (what === 'folder') input.webkitdirectory = true;
    else input.accept = ACCEPTED[what];
    input.addEventListener('change', () => resolve([...(input.files ?? [])]), { once: true });
    input.addEventListener('cancel', () => resolve([]), { once: true });
    input.click();
  });
}

export function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Once started, which is after this task, the download has its own reference to the data.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
