/** Compiles a regular expression for a backtracking machine whose steps can be counted. */
import { type AST, RegExpParser } from '@eslint-community/regexpp';

export type Instruction =
  | { op: 'read'; matches: (character: string) => boolean; back: boolean }
  | { op: 'fork'; first: number; second: number }
  | { op: 'jump'; to: number }
  | { op: 'save'; slot: number }
  /** Fails if no character was read since `slot` was saved. */
  | { op: 'moved'; slot: number }
  /** Starts to count iterations in `slot`. */
  | { op: 'zero'; slot: number }
  /** Counts an iteration. Fails after `most`. */
  | { op: 'once'; slot: number; most: number }
  | { op: 'assert'; holds: (text: string, at: number) => boolean }
  | { op: 'look'; program: Program; negate: boolean }
  | { op: 'repeat'; group: number; back: boolean }
  | { op: 'end' };

export interface Program {
  readonly code: readonly Instruction[];
  readonly unicode: boolean;
}

const programs = new Map<string, Program>();
/** Reading a pattern's flags and source takes longer than most searches. */
const programsOfPatterns = new WeakMap<RegExp, Program>();

export function programOf(pattern: RegExp): Program {
  let program = programsOfPatterns.get(pattern);
  if (!program) {
    const { source, flags } = pattern;
    const key = `${flags}/${source}`;
    program = programs.get(key) ?? compiled(source, flags);
    programs.set(key, program);
    programsOfPatterns.set(pattern, program);
  }
  return program;
}

function compiled(source: string, flags: string): Program {
  const unicode = /[uv]/.test(flags);
  const parser = new RegExpParser();
  const mode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
  const pattern = parser.parsePattern(source, 0, source.length, mode);
  return new Compiler(flags, unicode).compile(pattern.alternatives, false);
}

/** Slot `2 * group` is the start of a group, and the next slot its end. Loops have the slots after those. */
class Compiler {
  readonly #flags: string;
  readonly #unicode: boolean;
  readonly #groups: AST.CapturingGroup[] = [];
  #code: Instruction[] = [];
  #loops = 1_000;

  constructor(flags: string, unicode: boolean) {
    this.#flags = flags.replace(/[gyd]/g, '');
    this.#unicode = unicode;
  }

  compile(alternatives: readonly AST.Alternative[], back: boolean): Program {
    const outer = this.#code;
    this.#code = [];
    this.#either(alternatives, back);
    this.#code.push({ op: 'end' });
    const program = { code: this.#code, unicode: this.#unicode };
    this.#code = outer;
    return program;
  }

  #either(alternatives: readonly AST.Alternative[], back: boolean): void {
    const [first, ...rest] = alternatives;
    if (rest.length === 0) {
      this.#sequence(first!.elements, back);
      return;
    }
    const fork = this.#reserve();
    this.#sequence(first!.elements, back);
    const jump = this.#reserve();
    this.#code[fork] = { op: 'fork', first: fork + 1, second: this.#code.length };
    this.#either(rest, back);
    this.#code[jump] = { op: 'jump', to: this.#code.length };
  }

  #sequence(elements: readonly AST.Element[], back: boolean): void {
    for (const element of back ? elements.toReversed() : elements) this.#element(element, back);
  }

  #element(element: AST.Element, back: boolean): void {
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        this.#code.push({ op: 'read', matches: oneCharacter(element.raw, this.#flags), back });
        return;
      case 'Group':
        this.#either(element.alternatives, back);
        return;
      case 'CapturingGroup':
        this.#group(element, back);
        return;
      case 'Quantifier':
        this.#loop(element, back);
        return;
      case 'Assertion':
        this.#assertion(element);
        return;
      case 'Backreference':
        this.#code.push({ op: 'repeat', group: this.#numberOf([element.resolved].flat()[0]!), back });
        return;
      default:
        throw new Error(`No steps for ${element.type}: ${element.raw}`);
    }
  }

  #group(element: AST.CapturingGroup, back: boolean): void {
    const number = this.#numberOf(element);
    this.#code.push({ op: 'save', slot: 2 * number + Number(back) });
    this.#either(element.alternatives, back);
    this.#code.push({ op: 'save', slot: 2 * number + Number(!back) });
  }

  #numberOf(group: AST.CapturingGroup): number {
    if (!this.#groups.includes(group)) this.#groups.push(group);
    return this.#groups.indexOf(group);
  }

  #loop({ element, min, max, greedy }: AST.Quantifier, back: boolean): void {
    for (let count = 0; count < min; count++) this.#element(element, back);
    if (max === min) return;
    const isCounted = max !== Number.POSITIVE_INFINITY;
    const counter = this.#loops++;
    if (isCounted) this.#code.push({ op: 'zero', slot: counter });
    const fork = this.#reserve();
    if (isCounted) this.#code.push({ op: 'once', slot: counter, most: max - min });
    if (element.type.startsWith('Character')) this.#element(element, back);
    else {
      const slot = this.#loops++;
      this.#code.push({ op: 'save', slot });
      this.#element(element, back);
      this.#code.push({ op: 'moved', slot });
    }
    this.#code.push({ op: 'jump', to: fork });
    const [body, out] = [fork + 1, this.#code.length];
    this.#code[fork] = greedy ? { op: 'fork', first: body, second: out } : { op: 'fork', first: out, second: body };
  }

  #assertion(element: AST.Assertion): void {
    if (element.kind === 'lookahead' || element.kind === 'lookbehind') {
      const program = this.compile(element.alternatives, element.kind === 'lookbehind');
      this.#code.push({ op: 'look', program, negate: element.negate });
      return;
    }
    const native = new RegExp(element.raw, `${this.#flags}y`);
    const exec = nativeExec;
    this.#code.push({
      op: 'assert',
      holds: (text, at) => {
        native.lastIndex = at;
        return exec.call(native, text) !== null;
      },
    });
  }

  #reserve(): number {
    return this.#code.push({ op: 'end' }) - 1;
  }
}

/** `count-steps.ts` replaces `exec` while it counts. */
export const nativeExec = RegExp.prototype.exec;

function oneCharacter(raw: string, flags: string): (character: string) => boolean {
  const native = new RegExp(`^(?:${raw})$`, flags.replace('m', ''));
  const known = new Map<string, boolean>();
  return (character) => {
    let matches = known.get(character);
    if (matches === undefined) {
      matches = nativeExec.call(native, character) !== null;
      known.set(character, matches);
    }
    return matches;
  };
}
