/**
 * Term frequencies by ordinal. There's one set for the whole index, because a search reads its words through several
 * readers, and eight bytes a memory for each of them were most of a keyword search's garbage. Each user clears it
 * first, and nothing is awaited in between.
 */
export class Tallies {
  /** Documents with a frequency, `[0, gathered)`. */
  ordinals = new Int32Array(0);
  gathered = 0;
  /** By ordinal. 0 if nothing was collected. */
  text = new Uint16Array(0);
  title = new Uint8Array(0);
  tags = new Uint8Array(0);

  cover(size: number): void {
    if (size <= this.ordinals.length) return;
    const room = Math.max(1_024, Math.ceil(size * 1.25));
    this.ordinals = new Int32Array(room);
    this.text = new Uint16Array(room);
    this.title = new Uint8Array(room);
    this.tags = new Uint8Array(room);
    this.gathered = 0;
  }

  clear(): void {
    const { ordinals, text, title, tags } = this;
    for (let at = 0; at < this.gathered; at += 1) {
      const ordinal = ordinals[at] as number;
      text[ordinal] = 0;
      title[ordinal] = 0;
      tags[ordinal] = 0;
    }
    this.gathered = 0;
  }
}
