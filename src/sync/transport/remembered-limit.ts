/** Limits the size of requests or answers, and remembers it, so that later visits don't begin with refusals. */
import { isPlainObject } from '../../core/record/json.ts';

const LEAST_BYTES = 1_000;
/** The limit may have come from a lost connection, or the server's owner may have raised it. */
const RETRY_LARGER_MS = 3_600_000;

export interface SizeLimit {
  bytes: number;
  rows: number;
  /** When the limit was last changed, in milliseconds since 1970. */
  at: number;
}

export interface SizeLimits {
  sizeLimit(key: string): Promise<unknown>;
  keepSizeLimit(key: string, limit: SizeLimit): Promise<void>;
}

export class RememberedLimit {
  readonly #key: string;
  readonly #most: SizeLimit;
  readonly #limits: SizeLimits | undefined;
  #known: SizeLimit | undefined;
  /** The doubled limit, until something passes that exceeds the known limit. */
  #trial: SizeLimit | undefined;

  /** @param limits if missing, a limit is known only until the page is closed */
  constructor(key: string, most: Pick<SizeLimit, 'bytes' | 'rows'>, limits: SizeLimits | undefined) {
    this.#key = key;
    this.#most = { ...most, at: 0 };
    this.#limits = limits;
  }

  async current(): Promise<SizeLimit> {
    this.#known ??= this.#withinBounds(await this.#limits?.sizeLimit(this.#key));
    const { bytes, rows, at } = this.#known;
    const most = this.#most;
    const isLowered = bytes < most.bytes || rows < most.rows;
    if (isLowered && Date.now() - at >= RETRY_LARGER_MS) {
      this.#trial ??= {
        bytes: Math.min(most.bytes, 2 * bytes),
        rows: Math.min(most.rows, 2 * rows),
        at: Date.now(),
      };
    }
    return this.#trial ?? this.#known;
  }

  /** Call it when something of this size passed after something larger failed. */
  async lower(bytes: number, rows: number): Promise<void> {
    const former = await this.current();
    await this.#keep({
      bytes: Math.max(LEAST_BYTES, Math.min(former.bytes, bytes)),
      rows: Math.min(this.#most.rows, rows),
      at: Date.now(),
    });
  }

  async passed(bytes: number, rows: number): Promise<void> {
    const known = this.#known;
    if (this.#trial && known && (bytes > known.bytes || rows > known.rows)) await this.#keep(this.#trial);
  }

  async #keep(limit: SizeLimit): Promise<void> {
    this.#known = limit;
    this.#trial = undefined;
    // If the limit can't be stored, a later start only tries larger sizes again.
    await this.#limits?.keepSizeLimit(this.#key, limit).catch(() => {});
  }

  #withinBounds(stored: unknown): SizeLimit {
    if (!isPlainObject(stored)) return this.#most;
    const within = (value: unknown, least: number, most: number): number =>
      typeof value === 'number' && value >= least && value <= most ? value : most;
    return {
      bytes: within(stored.bytes, LEAST_BYTES, this.#most.bytes),
      rows: Math.floor(within(stored.rows, 1, this.#most.rows)),
      // A clock that was set back doesn't keep a limit low for longer than usual.
      at: within(stored.at, 0, Date.now()),
    };
  }
}
