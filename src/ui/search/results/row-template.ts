/** The page's own `<template slot="row">`. The script that fills it is fetched only if the page has one. */

import type { ResultRow } from '../../session/answer/result-row.ts';
import { State } from '../../shared/state.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';
import type { FillRow } from './filled-row.ts';

export type OwnRow = (row: ResultRow, doubtful: boolean) => Node;

export class RowTemplate extends State<{ fill: FillRow | null }> {
  readonly #host: Element;
  readonly #onMissing: (error: Error) => void;
  #asked = false;
  /** Kept between renderings, so that unchanged rows aren't drawn again. */
  #kept: { template: HTMLTemplateElement; words: SearchStrings; own: OwnRow } | null = null;

  constructor(host: Element, onMissing: (error: Error) => void) {
    super({ fill: null });
    this.#host = host;
    this.#onMissing = onMissing;
  }

  read(words: SearchStrings): OwnRow | null {
    const template = this.#host.querySelector<HTMLTemplateElement>(':scope > template[slot=row]');
    if (!template) return null;
    const { fill } = this.state;
    if (fill) {
      if (this.#kept?.template !== template || this.#kept.words !== words)
        this.#kept = { template, words, own: (row, doubtful) => fill(template, row, words, doubtful) };
      return this.#kept!.own;
    }
    if (!this.#asked) {
      this.#asked = true;
      import('./filled-row.ts').then(({ fillRow }) => this.set({ fill: fillRow }), this.#onMissing);
    }
    return null;
  }
}
