/**
 * Linux control groups limit all processes of a browser to a share of a core, and its disk to a number of bytes per
 * second. Elsewhere, the browser gets the lowest priority. Chromium's own throttling isn't enough, because it doesn't
 * support workers.
 */
import { mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';

const ROOT = '/sys/fs/cgroup';
const PERIOD_US = 100_000;

export interface Slowness {
  cores: number;
  bytesPerSecond: number;
  folder: string;
}

export interface Throttle {
  readonly done: readonly string[];
  /** Also slows down processes that they start later. */
  hold(processGroup: number): void;
  /** Call it after the processes have ended. */
  release(): void;
}

export function createThrottle({ cores, bytesPerSecond, folder }: Slowness): Throttle {
  const name = `hybrid-search-slow-${process.pid}`;
  const disk = diskOf(folder);
  const groups: string[] = [];
  const done: string[] = [];
  const attempt = (text: string, otherwise: string, work: () => string): void => {
    try {
      groups.push(work());
      done.push(text);
    } catch (error) {
      done.push(`${otherwise} (${(error as Error).message.split('\n', 1)[0]})`);
    }
  };
  const made = (path: string, settings: { [file: string]: string }): string => {
    mkdirSync(path, { recursive: true });
    try {
      for (const [file, value] of Object.entries(settings)) writeFileSync(join(path, file), value);
      return path;
    } catch (error) {
      rmdirSync(path);
      throw error;
    }
  };
  const cpu = `all processes of the browser share ${cores} of a core`;
  const io = `its disk reads and writes ${bytesPerSecond / 1e6} MB/s`;
  const quota = String(Math.round(cores * PERIOD_US));
  if (isUnified()) {
    const path = join(ROOT, name);
    attempt(cpu, 'lowest priority instead of a share of the processor', () =>
      made(path, { 'cpu.max': `${quota} ${PERIOD_US}` }),
    );
    attempt(io, 'no throttle of the disk', () =>
      made(path, { 'io.max': `${disk} rbps=${bytesPerSecond} wbps=${bytesPerSecond}` }),
    );
  } else {
    attempt(cpu, 'lowest priority instead of a share of the processor', () =>
      made(join(ROOT, 'cpu', name), { 'cpu.cfs_period_us': String(PERIOD_US), 'cpu.cfs_quota_us': quota }),
    );
    attempt(io, 'no throttle of the disk', () =>
      made(join(ROOT, 'blkio', name), {
        'blkio.throttle.read_bps_device': `${disk} ${bytesPerSecond}`,
        'blkio.throttle.write_bps_device': `${disk} ${bytesPerSecond}`,
      }),
    );
  }
  const shares = done[0] === cpu;
  return {
    done,
    hold(processGroup) {
      for (const id of processesOf(processGroup)) {
        try {
          for (const path of new Set(groups)) writeFileSync(join(path, 'cgroup.procs'), String(id));
          if (!shares) setPriority(id, 19);
        } catch {
          // The process has ended.
        }
      }
    },
    release() {
      for (const path of new Set(groups)) {
        try {
          rmdirSync(path);
        } catch {
          // A process is still ending. An empty group does no harm.
        }
      }
    },
  };
}

function isUnified(): boolean {
  try {
    return readFileSync(join(ROOT, 'cgroup.controllers'), 'utf8').includes('cpu');
  } catch {
    return false;
  }
}

function diskOf(folder: string): string {
  const { dev } = statSync(folder);
  return `${(dev >> 8) & 0xfff}:${(dev & 0xff) | ((dev >> 12) & 0xfff00)}`;
}

function processesOf(group: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => {
      try {
        const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
        // The name in brackets may contain spaces. State, parent and group come after the last bracket.
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]) === group;
      } catch {
        return false;
      }
    });
}
