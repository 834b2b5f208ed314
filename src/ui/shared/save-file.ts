/** Resolves to an empty list if the user cancels. Must be called in a user gesture. */
export function pickFiles(what: 'files' | 'folder' | 'pictures'): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    if (what === 'folder') input.webkitdirectory = true;
    if (what === 'pictures') input.accept = 'image/*';
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
  // The download starts after this task, and from then on has its own reference to the data.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
