/** Decodes a recogniser's output by greedy CTC, which drops repeats and blanks. */

export interface LineText {
  text: string;
  /** Mean probability of the characters, 0–1. */
  confidence: number;
}

/** It's low, because the models are unsure about narrow spaces. */
const SPACE_PROBABILITY = 0.1;

/** @param probabilities `[steps, classes]`: class 0 is the blank, then `characters` in order; the last is the space */
export function decodeLine(probabilities: Float32Array, characters: readonly string[]): LineText {
  const classes = characters.length + 1;
  const space = characters.length;
  let text = '';
  let sum = 0;
  let count = 0;
  let before = 0;
  for (let start = 0; start + classes <= probabilities.length; start += classes) {
    let best = mostProbable(probabilities, start, classes);
    if (best === 0 && probabilities[start + space]! >= SPACE_PROBABILITY) best = space;
    if (best !== 0 && best !== before && !(best === space && text.endsWith(' '))) {
      text += characters[best - 1]!;
      if (best !== space) {
        sum += probabilities[start + best]!;
        count++;
      }
    }
    before = best;
  }
  return { text: text.trim(), confidence: count === 0 ? 0 : sum / count };
}

function mostProbable(probabilities: Float32Array, start: number, classes: number): number {
  let best = 0;
  for (let each = 1; each < classes; each++) {
    if (probabilities[start + each]! > probabilities[start + best]!) best = each;
  }
  return best;
}

/** One character per line. The space is the models' last class. */
export function charactersOf(dictionary: string): string[] {
  const lines = dictionary.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return [...lines, ' '];
}
