/** `mammoth` compares all attributes of an element and recurses per level. Refuses what would be slow or crash it. */
import type { ImportProblemReason } from '../../core/import/problem-sentences.ts';
import { createParser, TooDeep } from '../html/parse.ts';

/** The first element of a document has about 30, most of them namespaces. */
const MAX_ATTRIBUTES = 1_000;

class Refused extends Error {
  readonly reason: ImportProblemReason;

  constructor(reason: ImportProblemReason) {
    super(reason);
    this.reason = reason;
  }
}

/** Returns why the XML isn't read, or null. */
export function whyRefused(xml: string): ImportProblemReason | null {
  const parser = createParser(
    {
      open(_, attributes) {
        let left = MAX_ATTRIBUTES;
        for (const _name in attributes) if (left-- === 0) throw new Refused('damaged-document');
      },
      text() {},
      close() {},
      declaration(text) {
        if (/\bENTITY\b/i.test(text)) throw new Refused('defines-entities');
      },
    },
    'xml',
  );
  try {
    parser.write(xml);
    parser.end();
    return null;
  } catch (error) {
    if (error instanceof TooDeep) return 'too-deep';
    if (error instanceof Refused) return error.reason;
    throw error;
  }
}
