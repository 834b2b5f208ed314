/**
 * The part of papaparse that is used. Its published types bring those of Node with them, which this room must not see.
 */
declare module 'papaparse' {
  interface Result {
    data: string[][];
    errors: { code: 'MissingQuotes' | 'InvalidQuotes' | 'UndetectableDelimiter'; message: string }[];
    /** `cursor`: index behind what was read. */
    meta: { delimiter: string; cursor: number };
  }

  class Parser {
    constructor(config: { delimiter: string; newline: '\n' | '\r'; step: (result: Result) => void });
    /** @param ignoreLastRow leaves a row alone that no line break ends. */
    parse(text: string, baseIndex: number, ignoreLastRow: boolean): Result;
  }

  const Papa: {
    Parser: typeof Parser;
    parse(text: string, options: { delimitersToGuess?: string[]; preview?: number }): Result;
    unparse(rows: string[][], options: { newline: string; quotes: boolean }): string;
  };
  export default Papa;
}
