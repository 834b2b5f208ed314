/** Loads and shows the messages before and after the open one. */
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { Memory } from '../../../core/record/memory.ts';
import { messageLine } from '../../session/title.ts';
import type { HybridSearchClient } from '../../shared/engine-access.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';

/** Messages per request. More than one, because messages of the same minute often have the same time. */
const PAGE = 10;

interface MessageHost extends ReactiveControllerHost {
  readonly client: HybridSearchClient | null;
  readonly memory: Memory;
}

export class ThreadNeighbours implements ReactiveController {
  readonly #host: MessageHost;
  readonly #open: (memory: Memory) => void;
  #id: string | undefined;
  #previous: Memory | undefined;
  #next: Memory | undefined;

  constructor(host: MessageHost, open: (memory: Memory) => void) {
    this.#host = host;
    this.#open = open;
    host.addController(this);
  }

  hostUpdate(): void {
    const { client, memory } = this.#host;
    const id = client && memory.thread !== undefined ? memory.id : undefined;
    if (id === this.#id) return;
    this.#id = id;
    this.#previous = undefined;
    this.#next = undefined;
    if (client && id !== undefined) void this.#load(client, memory);
  }

  render(strings: SearchStrings): TemplateResult | typeof nothing {
    if (!this.#previous && !this.#next) return nothing;
    return html`<nav aria-label=${strings.mappedFields.thread}>
      ${this.#link(this.#previous, strings.previousMessage, strings)}
      ${this.#link(this.#next, strings.nextMessage, strings)}
    </nav>`;
  }

  #link(memory: Memory | undefined, label: string, strings: SearchStrings): TemplateResult | typeof nothing {
    if (!memory) return nothing;
    const { author, beginning } = messageLine(memory, strings);
    return html`<button type="button" class="quiet" part="button" @click=${() => this.#open(memory)}>
      <span class="label">${label}${author === undefined ? nothing : html` · <bdi>${author}</bdi>`}</span>
      <span dir="auto">${beginning}</span>
    </button>`;
  }

  async #load(client: HybridSearchClient, memory: Memory): Promise<void> {
    const [previous, next] = await Promise.all([
      neighbourOf(memory, client, 'newest'),
      neighbourOf(memory, client, 'oldest'),
    ]).catch(() => []);
    if (this.#id !== memory.id) return;
    this.#previous = previous;
    this.#next = next;
    this.#host.requestUpdate();
  }
}

async function neighbourOf(
  { id, thread, createdAt }: Memory,
  client: HybridSearchClient,
  sort: 'newest' | 'oldest',
): Promise<Memory | undefined> {
  const time = sort === 'newest' ? { endDate: createdAt } : { startDate: createdAt };
  const filters = { thread: thread!, ...time };
  let passed = false;
  for (let offset = 0; ; offset += PAGE) {
    const { memories, hasMore } = await client.list({ filters, sort, limit: PAGE, offset });
    for (const memory of memories) {
      if (passed) return memory;
      passed = memory.id === id;
    }
    if (!hasMore) return undefined;
  }
}
