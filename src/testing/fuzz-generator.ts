/** Changes samples at random, and makes values of every kind. The same seed gives the same inputs. */
import { FILE_SHAPES, TEXT_SHAPES } from './hostile-shapes.ts';
import { seededRandom } from './seeded-random.ts';

const PIECES = [
  ...[
    '"',
    "'",
    '\\',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    ';',
    '\t',
    '\r',
    '\n',
    '---\n',
    '<',
    '>',
    '&#x41;',
    '`',
    '#',
    '[[',
    ']]',
  ],
  ...[
    '__proto__',
    'constructor',
    '"__proto__":{"polluted":1},',
    'null',
    '1e999',
    '-0',
    '\u0000',
    '\ud800',
    '\ufeff',
    '\u2028',
  ],
  ...[
    '*x',
    '&x ',
    '!!js/function ',
    '<<: *x\n',
    '? ',
    '- ',
    '| \n',
    '%YAML 9\n',
    '99999999999999999999',
    'true',
    '{"text":"a"}',
  ],
];
const SHAPES = [...Object.values(TEXT_SHAPES), ...Object.values(FILE_SHAPES)];

export class Generator {
  readonly random: () => number;

  constructor(seed: number) {
    this.random = seededRandom(seed);
  }

  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  one<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  text(sample: string): string {
    if (this.below(12) === 0) return this.one(SHAPES)(this.below(2_000));
    let text = sample;
    for (let changes = 1 + this.below(6); changes > 0; changes--) {
      const at = this.below(text.length + 1);
      const end = at + this.below(this.below(4) === 0 ? 40 : 4);
      const other = this.below(text.length + 1);
      const put = this.one([
        '',
        this.one(PIECES),
        this.one(PIECES).repeat(this.below(60)),
        text.slice(other, other + this.below(60)),
        String.fromCodePoint(this.below(0x110000)),
      ]);
      text = text.slice(0, at) + put + text.slice(end);
    }
    return text;
  }

  bytes(sample: Uint8Array): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(sample);
    for (let changes = 1 + this.below(5); changes > 0; changes--) {
      bytes[this.below(bytes.length)] = this.one([0, 1, 127, 128, 255, this.below(256)]);
    }
    return this.below(4) === 0 ? bytes.slice(0, this.below(bytes.length)) : bytes;
  }

  value(depth = 0): unknown {
    const kind = this.below(depth > 5 ? 12 : 17);
    if (kind < 3) return this.one([0, -0, 1, Number.NaN, Number.POSITIVE_INFINITY, 1e308, -1.5, this.below(1e9)]);
    if (kind < 5) return this.one(PIECES).repeat(this.below(4));
    if (kind < 6) return this.one([true, false, null, undefined]);
    if (kind < 7) return BigInt(this.below(1e9));
    if (kind < 8) return this.one([Symbol('s'), () => 1, new Date(Number.NaN), /x/, new Map(), new Uint8Array(3)]);
    if (kind < 12) return this.one(['a', 'text', '2026-01-02', '99999-99-99', '']);
    if (kind < 14) return Array.from({ length: this.below(5) }, () => this.value(depth + 1));
    if (kind === 14) {
      const cycle: { self?: unknown } = {};
      cycle.self = cycle;
      return cycle;
    }
    return this.record(depth, ['a', 'b', '__proto__', 'constructor', 'toString', 'a.b', '', '0', 'length']);
  }

  record(depth: number, keys: readonly string[]): object {
    const record = Object.create(this.below(9) === 0 ? null : Object.prototype) as object;
    for (let count = this.below(5); count > 0; count--) {
      const descriptor = { value: this.value(depth + 1), enumerable: true, configurable: true, writable: true };
      Object.defineProperty(record, this.one(keys), descriptor);
    }
    return record;
  }
}
