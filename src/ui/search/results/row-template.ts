/** The page's own `<template slot="row">`. The script that fills it is fetched only if the page has one. */
import type { ResultRow } from '../../session/answer/result-row.ts';
import type { Part } from '../../session/part.ts';
import type { Session } from '../../session/session.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';
import type { FillRow } from './filled-row.ts';

export type OwnRow = (row: ResultRow, doubtful: boolean) => Node;

export class RowTemplate {
  readonly #part: Part;
  readonly #session: Session;
  #fill: FillRow | null = null;
  #asked = false;
  /** Kept between renderings, so that unchanged rows aren't drawn again. */
  #kept: { template: HTMLTemplateElement; words: SearchStrings; own: OwnRow } | null = null;

  constructor(part: Part, session: Session) {
    this.#part = part;
    this.#session = session;
  }

  read(words: SearchStrings): OwnRow | null {
    const template = this.#part.outer.querySelector<HTMLTemplateElement>(':scope > template[slot=row]');
    if (!template) return null;
    const fill = this.#fill;
    if (fill) {
      if (this.#kept?.template !== template || this.#kept.words !== words)
        this.#kept = { template, words, own: (row, doubtful) => fill(template, row, words, doubtful) };
      return this.#kept!.own;
    }
    if (!this.#asked) {
      this.#asked = true;
      this.#load().catch(this.#session.notices.report);
    }
    return null;
  }

  async #load(): Promise<void> {
    this.#fill = (await import('./filled-row.ts')).fillRow;
    this.#part.requestUpdate();
  }
}
