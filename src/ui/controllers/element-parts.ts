/** The controllers of one element: made once, in this order, and known to one another only through this object. */
import { AnnouncerController } from './announcer.ts';
import { ClientLifecycle } from './client-lifecycle.ts';
import { ClientSession } from './client-session.ts';
import { ComboboxController } from './combobox-controller.ts';
import { DropZoneController } from './drop-zone.ts';
import type { ElementHost } from './element-host.ts';
import { EmptyKindKeeper } from './empty-kind.ts';
import { ImportController } from './import-controller.ts';
import { MemoryCommands } from './memory-commands.ts';
import { Notices } from './notices.ts';
import { PanelCommands } from './panel-commands.ts';
import { PendingDeletes } from './pending-deletes.ts';
import { SearchController } from './search-controller.ts';
import { SearchInteraction } from './search-interaction.ts';
import { ShortcutController } from './shortcuts.ts';
import { SideController } from './side-controller.ts';

export class ElementParts {
  readonly lifecycle: ClientLifecycle;
  readonly session: ClientSession;
  readonly interaction: SearchInteraction;
  readonly search: SearchController;
  readonly empty = new EmptyKindKeeper();
  readonly combobox: ComboboxController;
  readonly announcer: AnnouncerController;
  readonly notices: Notices;
  readonly side: SideController;
  readonly memories: MemoryCommands;
  readonly deletes: PendingDeletes;
  readonly panels: PanelCommands;
  readonly importing: ImportController;
  readonly drop: DropZoneController;

  constructor(host: ElementHost, onShortcut: () => void) {
    this.lifecycle = new ClientLifecycle(host, this);
    this.session = new ClientSession(host, this.lifecycle);
    this.interaction = new SearchInteraction(host, this);
    this.search = new SearchController(host, this.interaction);
    this.combobox = new ComboboxController(host, this.interaction);
    this.announcer = new AnnouncerController(host);
    this.notices = new Notices(host);
    this.side = new SideController(host, () => this.#onSideChange());
    this.memories = new MemoryCommands(host, this);
    this.deletes = new PendingDeletes(host, (id) => this.memories.removeNow(id));
    this.panels = new PanelCommands(host, this);
    this.importing = new ImportController(host);
    this.drop = new DropZoneController(host, this.panels);
    new ShortcutController(host, onShortcut);
  }

  /** What a panel said of its last work goes with it. */
  #onSideChange(): void {
    this.memories.failure = null;
    this.panels.exported = null;
    if (!this.side.isOpen) this.importing.reset();
  }
}
