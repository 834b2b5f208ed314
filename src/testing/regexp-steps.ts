import { type Instruction, type Program, programOf } from './regexp-program.ts';

/** What to restore when backtracking: a position in program and text, or the earlier value of a slot. */
type Choice = { pc: number; at: number } | { slot: number; value: number | undefined };

export interface Counted {
  readonly match: readonly [start: number, end: number] | null;
  readonly steps: number;
}

/** Gives up without a match after `most` steps. */
export function countRegExp(pattern: RegExp, first: number, text: string, most = Number.POSITIVE_INFINITY): Counted {
  const program = programOf(pattern);
  const machine = new Machine(text, most);
  for (let start = first; start <= text.length; start++) {
    const end = machine.run(program, start);
    if (end !== null) return { match: [start, end], steps: machine.steps };
    if (pattern.sticky || machine.steps > most) break;
    if (program.unicode && text.codePointAt(start)! > 0xffff) start++;
  }
  return { match: null, steps: machine.steps };
}

class Machine {
  readonly #text: string;
  readonly #most: number;
  readonly #slots = new Map<number, number>();
  steps = 0;

  constructor(text: string, most: number) {
    this.#text = text;
    this.#most = most;
  }

  /** Returns the end of the match, or null. */
  run(program: Program, start: number): number | null {
    const choices: Choice[] = [];
    let pc = 0;
    let at = start;
    for (;;) {
      if (++this.steps > this.#most) return null;
      const instruction = program.code[pc]!;
      if (instruction.op === 'end') return at;
      if (instruction.op === 'fork') {
        choices.push({ pc: instruction.second, at });
        pc = instruction.first;
        continue;
      }
      const next = this.#step(instruction, at, program.unicode, choices);
      if (next !== null) {
        at = next;
        pc = instruction.op === 'jump' ? instruction.to : pc + 1;
        continue;
      }
      const choice = this.#back(choices);
      if (!choice) return null;
      ({ pc, at } = choice);
    }
  }

  /** Returns the position after the instruction, or null if it fails. */
  #step(instruction: Instruction, at: number, unicode: boolean, choices: Choice[]): number | null {
    switch (instruction.op) {
      case 'read':
        return this.#read(instruction, at, unicode);
      case 'save':
        this.#set(instruction.slot, at, choices);
        return at;
      case 'zero':
        this.#set(instruction.slot, 0, choices);
        return at;
      case 'once': {
        const count = this.#slots.get(instruction.slot)!;
        if (count === instruction.most) return null;
        this.#set(instruction.slot, count + 1, choices);
        return at;
      }
      case 'moved':
        return this.#slots.get(instruction.slot) === at ? null : at;
      case 'assert':
        return instruction.holds(this.#text, at) ? at : null;
      case 'look':
        return (this.run(instruction.program, at) === null) === instruction.negate ? at : null;
      case 'repeat':
        return this.#repeat(instruction.group, at, instruction.back);
      default:
        return at;
    }
  }

  #set(slot: number, value: number, choices: Choice[]): void {
    choices.push({ slot, value: this.#slots.get(slot) });
    this.#slots.set(slot, value);
  }

  #read({ matches, back }: Extract<Instruction, { op: 'read' }>, at: number, unicode: boolean): number | null {
    const text = this.#text;
    if (back ? at === 0 : at === text.length) return null;
    let start = back ? at - 1 : at;
    let length = 1;
    if (unicode && back && start > 0 && text.codePointAt(start - 1)! > 0xffff) start--;
    if (unicode && text.codePointAt(start)! > 0xffff) length = 2;
    if (!matches(text.slice(start, start + length))) return null;
    return back ? start : start + length;
  }

  #repeat(group: number, at: number, back: boolean): number | null {
    const [start, end] = [this.#slots.get(2 * group), this.#slots.get(2 * group + 1)];
    if (start === undefined || end === undefined) return at;
    this.steps += end - start;
    const from = back ? at - (end - start) : at;
    if (from < 0 || !this.#text.startsWith(this.#text.slice(start, end), from)) return null;
    return back ? from : from + (end - start);
  }

  #back(choices: Choice[]): { pc: number; at: number } | undefined {
    for (let choice = choices.pop(); choice; choice = choices.pop()) {
      this.steps++;
      if ('pc' in choice) return choice;
      if (choice.value === undefined) this.#slots.delete(choice.slot);
      else this.#slots.set(choice.slot, choice.value);
    }
    return undefined;
  }
}
