/**
 * Mirrors a folder of Markdown files and the notes in both directions. For every file, it stores the hash of the text
 * that both sides last shared. A side with another hash was changed. If both sides changed, the file keeps the name,
 * and the note's version becomes a separate note. If a file is deleted, its note is moved to the trash. If a note is
 * moved to the trash, its file is moved to `.trash`. A kill at any moment does no harm: the next round finds the same
 * difference again, or none.
 *
 * Some programs save in two steps: they delete a file and create it again, or replace it with another one. So a missing
 * file is looked for again in a later round, before the mirror moves its note to the trash.
 */
import { FileFolder, type FoundFile, isMissing } from './file-folder.ts';
import { client, get, hashOf, isFile, isOvertaken, keepAside, locked, paths, put } from './notes.ts';
import { deleteState, readState, writeState } from './state.ts';
import { say } from './strings.ts';

interface Base {
  hash: string;
  modified: number;
  size: number;
  /** When the file was read. A change shortly after `modified` may leave `modified` as it is. */
  at: number;
}

export interface MirrorReport {
  files: number;
  kept: number;
  /** Another program is changing them. The next round tries again. */
  waiting: number;
  problems: { path: string; message: string }[];
}

const TRASH = '.trash';
/** Coarsest resolution of timestamps in file systems. */
const TICK_MS = 2_000;
/** A file that's still missing in the next round counts as deleted. */
export const LOOK_AGAIN_MS = 2_500;

export class Mirror {
  readonly #folder: FileFolder;
  /** Paths of notes to check. Null means all notes: changes made while no mirror was running are unknown. */
  #changed: Set<string> | null = null;
  readonly #missing = new Map<string, number>();
  readonly #busy = new Set<string>();
  readonly stop: () => void;

  constructor(root: FileSystemDirectoryHandle) {
    this.#folder = new FileFolder(root);
    this.stop = client.subscribe(({ ids, kind }) => {
      if (kind === 'clear') this.#changed = null;
      else for (const id of ids) this.#changed?.add(id);
    });
  }

  /** Waits for other rounds, even those of other tabs. */
  sync(): Promise<MirrorReport> {
    return navigator.locks.request('notes mirror', () => this.#round()) as Promise<MirrorReport>;
  }

  async #round(): Promise<MirrorReport> {
    const base = await readState<Base>('file/');
    const files = await this.#folder.list();
    const report: MirrorReport = { files: files.size, kept: 0, waiting: 0, problems: [] };
    for (const path of await this.#suspects(base, files)) {
      if (!isFile(path) || isHidden(path)) continue;
      try {
        await locked(path, () => this.#reconcile(path, files.get(path), base.get(path), report));
        this.#busy.delete(path);
      } catch (error) {
        this.#changed?.add(path);
        this.#failed(path, error as Error, report);
      }
    }
    return report;
  }

  async #suspects(base: ReadonlyMap<string, Base>, files: ReadonlyMap<string, FoundFile>): Promise<Set<string>> {
    const looked = this.#changed;
    const suspects = new Set(looked ?? []);
    this.#changed = new Set();
    try {
      for (const trashed of looked === null ? [false, true] : [])
        for await (const path of paths({ trashed })) suspects.add(path);
    } catch (error) {
      this.#changed = null;
      throw error;
    }
    for (const [path, file] of files) {
      const known = base.get(path);
      const same = known?.modified === file.modified && known.size === file.size;
      if (!same || known.at - known.modified < TICK_MS) suspects.add(path);
    }
    for (const path of base.keys()) if (!files.has(path)) suspects.add(path);
    return suspects;
  }

  /** A busy file is a problem only if it's still busy in the next round. */
  #failed(path: string, error: Error, report: MirrorReport): void {
    if (!isBusy(error)) report.problems.push({ path, message: error.message });
    else if (this.#busy.has(path)) report.problems.push({ path, message: say('busyFile') });
    else {
      this.#busy.add(path);
      report.waiting++;
    }
  }

  async #reconcile(
    path: string,
    found: FoundFile | undefined,
    base: Base | undefined,
    report: MirrorReport,
  ): Promise<void> {
    const read = found ? await this.#folder.read(found) : null;
    const before = base?.hash ?? null;
    if (read) this.#missing.delete(path);
    else if (before !== null && this.#mayReturn(path)) {
      report.waiting++;
      return;
    }
    const note = await get(path);
    const here = note?.text ?? null;
    const hereHash = here === null ? null : await hashOf(here);
    // A note is never empty, but the first write of a file may have been interrupted.
    const onDisk = read === null || read.text.trim() === '' ? null : read.text;
    if (read && onDisk === null && (here === null || hereHash === before)) return;
    const diskHash = onDisk === null ? null : await hashOf(onDisk);

    if (diskHash !== hereHash) {
      const both = diskHash !== before && hereHash !== before;
      if (onDisk !== null && (both || hereHash === before)) {
        if (both && here !== null) {
          this.#changed?.add(await keepAside(path, here));
          report.kept++;
        }
        await put(path, onDisk, note);
      } else if (onDisk === null && hereHash === before && note) {
        await client.trash.put([path]);
        // If the file returns later, it counts as new, and its note is restored from the trash.
        return void (await deleteState(`file/${path}`));
      } else if (here !== null) {
        await this.#folder.write(path, here, read?.file);
      } else if (read) {
        await this.#moveToTrash(path, read.text, read.file);
      }
    }
    await this.#remember(path);
  }

  #mayReturn(path: string): boolean {
    const since = this.#missing.get(path);
    if (since !== undefined && Date.now() - since >= TICK_MS) {
      this.#missing.delete(path);
      return false;
    }
    if (since === undefined) this.#missing.set(path, Date.now());
    this.#changed?.add(path);
    return true;
  }

  async #remember(path: string): Promise<void> {
    const note = await get(path);
    const file = await this.#folder.find(path);
    if (!file && !note) await deleteState(`file/${path}`);
    if (!file || !note) return;
    const read = await this.#folder.read(file);
    if (!read) return;
    const { modified, size } = read.file;
    const hash = await hashOf(read.text);
    if (hash !== (await hashOf(note.text))) return;
    await writeState(`file/${path}`, { hash, modified, size, at: Date.now() } satisfies Base);
  }

  async #moveToTrash(path: string, text: string, file: FoundFile): Promise<void> {
    await this.#folder.write(`${TRASH}/${Date.now()} ${path.replaceAll('/', ' ')}`, text, undefined);
    await this.#folder.remove(file);
  }
}

/** Hidden files aren't listed, so their notes would look deleted. Notes from another device may have such paths. */
const isHidden = (path: string): boolean => /(^|\/)\./.test(path);

/** `InvalidStateError` means that the file was changed between writing and closing. */
const isBusy = (error: Error): boolean =>
  isMissing(error) ||
  isOvertaken(error) ||
  ['NotReadableError', 'InvalidStateError', 'NoModificationAllowedError', 'ChangedMeanwhile'].includes(error.name);
