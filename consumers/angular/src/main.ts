import { afterNextRender, Component, CUSTOM_ELEMENTS_SCHEMA, type ElementRef, signal, viewChild } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import type { HsSearchEvent, HybridSearchElement } from 'hybrid-search-element';
import { Notes } from '../notes';
import { DRAFT, proveBound } from '../proof.js';

@Component({
  selector: 'notes-page',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  imports: [Notes],
  template: `
    <hybrid-search
      #box
      name="angular"
      model="all-MiniLM-L6-v2"
      model-load="manual"
      [limit]="3"
      (hs-search)="show($event)"
    ></hybrid-search>
    <output>{{ found() }}</output>
    <app-notes></app-notes>
  `,
})
class NotesPage {
  readonly found = signal('');
  readonly box = viewChild.required<ElementRef<HybridSearchElement>>('box');

  constructor() {
    afterNextRender(() => {
      Object.assign(globalThis, { proof: proveBound(this.box().nativeElement, DRAFT) });
    });
  }

  show(event: Event): void {
    this.found.set((event as HsSearchEvent).response.hits[0]?.id ?? '');
  }
}

void bootstrapApplication(NotesPage);
