/**
 * Rows glide, so that a user who's about to click a row sees where it moves, and nothing counts as a layout shift.
 * Without it, rows jump: two tests in `no-jump` fail, and the one about the footer in `short-tasks`.
 */
import type { ReactiveController } from 'lit';
import type { Part } from '../../session/part.ts';
import type { Session } from '../../session/session.ts';
import type { StagedRows } from './staged-rows.ts';

const GLIDE_MS = 160;
const SECTION = '.weak-section';
/** Includes the footer if the element has no height of its own. */
const MOVABLE = `.row, ${SECTION}, .load-more, .status`;
/** More than are visible together, but few enough to measure in a fraction of a millisecond. */
const MOST = 50;

export class GlidingRows implements ReactiveController {
  readonly #host: Part;
  readonly #session: Session;
  readonly #staged: StagedRows;
  #rows: unknown;
  #most = 0;
  #asked: string | null = null;
  #before: ReadonlyMap<Element, number> = new Map();
  #gliding: Animation[] = [];

  constructor(host: Part, session: Session, staged: StagedRows) {
    this.#host = host;
    this.#session = session;
    this.#staged = staged;
    host.addController(this);
  }

  hostUpdate(): void {
    const { rows, asked } = this.#session.search.state;
    const { most } = this.#staged;
    if (rows === this.#rows && most === this.#most) return;
    const better = asked === this.#asked && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#rows = rows;
    this.#most = most;
    this.#asked = asked;
    if (better) this.#before = this.#tops();
  }

  hostUpdated(): void {
    if (this.#before.size === 0) return;
    const before = this.#before;
    this.#before = new Map();
    // If there were no rows before, only the footer may move. Measuring here would force a layout in the task that drew
    // the new rows, which took 8 of its 30 ms.
    if ([...before.keys()].some((one) => one.matches('.row'))) this.#glide(before);
    else requestAnimationFrame(() => this.#glide(before));
  }

  #glide(before: ReadonlyMap<Element, number>): void {
    // A row that's still gliding starts from where it's visible. Its new place must be measured without the glide.
    for (const glide of this.#gliding) glide.cancel();
    const tops = this.#tops();
    const movedBy = (one: Element): number => {
      const top = tops.get(one) ?? 0;
      return (before.get(one) ?? top) - top;
    };
    this.#gliding = [...tops.keys()].flatMap((one) => {
      const section = one.parentElement?.closest(SECTION);
      const moved = movedBy(one) - (section ? movedBy(section) : 0);
      if (moved === 0) return [];
      return one.animate([{ transform: `translateY(${moved}px)` }, { transform: 'none' }], {
        duration: GLIDE_MS,
        easing: 'ease-out',
      });
    });
  }

  #tops(): ReadonlyMap<Element, number> {
    const movable = [...this.#host.root.querySelectorAll(MOVABLE)].slice(0, MOST);
    return new Map(movable.map((one) => [one, one.getBoundingClientRect().top]));
  }
}
