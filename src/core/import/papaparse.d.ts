/** The part of papaparse that we use. Its published types include Node's, which `core` must not see. */
declare module 'papaparse' {
  interface Result {
    data: string[][];
    errors: { code: 'MissingQuotes' | 'InvalidQuotes' | 'UndetectableDelimiter'; message: string }[];
    meta: { delimiter: string; cursor: number };
  }

  class Parser {
    constructor(config: { delimiter: string; newline: '\n' | '\r'; step: (result: Result) => void });
    /** @param ignoreLastRow leaves out a row without a line break at its end */
    parse(text: string, baseIndex: number, ignoreLastRow: boolean): Result;
  }

  const Papa: {
    Parser: typeof Parser;
    parse(text: string, options: { delimitersToGuess?: string[]; preview?: number }): Result;
    unparse(rows: string[][], options: { newline: string; quotes: boolean }): string;
  };
  export default Papa;
}
