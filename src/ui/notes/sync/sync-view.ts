import { LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { panelStyles } from '../../shared/panel.styles.ts';
import type { Strings } from '../../strings/strings.ts';
import type { SyncStrings } from '../../strings/sync/sync-strings.ts';
import type { SetUpState } from './set-up.ts';
import { syncStyles } from './sync.styles.ts';
import type { SyncDesk } from './sync-desk.ts';
import type { SyncDeskState } from './sync-desk-state.ts';

export abstract class SyncView extends LitElement {
  static override styles = [panelStyles, syncStyles];

  @property({ attribute: false }) strings!: Strings;
  @property({ attribute: false }) desk!: SyncDesk;
  @property({ attribute: false }) state!: SyncDeskState & { setUp: SetUpState };

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('h3')?.focus();
  }

  protected get words(): SyncStrings {
    return this.desk.words;
  }

  protected value(id: string): string {
    return this.renderRoot.querySelector<HTMLInputElement>(`#${id}`)?.value ?? '';
  }
}
