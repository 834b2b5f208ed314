/** Returns a text of about this many UTF-16 units that's hard on parsers. */
export type Shape = (units: number) => string;

const repeated =
  (unit: string): Shape =>
  (units) =>
    unit.repeat(Math.ceil(units / unit.length));
const around =
  (before: string, unit: string, after = ''): Shape =>
  (units) =>
    before + repeated(unit)(units) + after;
const listed =
  (before: string, item: (index: number) => string, separator: string, after = ''): Shape =>
  (units) =>
    before + Array.from({ length: Math.ceil(units / 12) }, (_, index) => item(index)).join(separator) + after;

export const TEXT_SHAPES: { readonly [name: string]: Shape } = {
  'combining marks': repeated('\u0301'),
  'one letter with marks': around('a', '\u0301'),
  'leading jamo': repeated('\u1100'),
  'vowel jamo': repeated('\u1161'),
  'trailing jamo': around('\u1100\u1161', '\u11a8'),
  'Hangul as jamo': repeated('\u1100\u1161'),
  'tag characters': repeated('\u{E0061}'),
  joiners: repeated('\u200d'),
  'families of emoji': repeated('👨‍👩‍👧'),
  flags: repeated('🇩🇪'),
  'skin tones': repeated('🏽'),
  'lone surrogates': repeated('\ud800'),
  'soft hyphens': repeated('\u00ad'),
  'ligatures that unfold': repeated('\ufdfa'),
  'Han without spaces': repeated('漢'),
  'Thai without spaces': repeated('สวัสดี'),
  'Khmer without spaces': repeated('ខ្មែរ'),
  Tibetan: repeated('བོད་'),
  Devanagari: repeated('क्ष'),
  spaces: repeated(' '),
  'line feeds': repeated('\n'),
  'line separators': repeated(' \u2028'),
  'one word': repeated('a'),
  camelCase: repeated('aA'),
  'letters and digits': repeated('a1'),
  snake_case: repeated('a_'),
  digits: repeated('1'),
  'a number with points': repeated('1.'),
  hyphens: repeated('-'),
  'hyphenated words': repeated('a-'),
  apostrophes: repeated("a'"),
  addresses: repeated('https://a.example/b?c=d&e=f '),
  'one address': repeated('https://a.example/b?c=d&e=f'),
  'one path': repeated('a/'),
  hashes: repeated('#'),
  'hash tags': repeated('#tag '),
  'wiki links': repeated('[[a]]'),
  'open wiki links': repeated('[['),
  'half wiki links': repeated('[[a|b#'),
  quotes: repeated('"'),
  'quoted words': repeated('"a" '),
  backticks: repeated('`a'),
  fences: repeated('```\n'),
  sentences: repeated('A. '),
  lines: repeated('a\n'),
  paragraphs: repeated('word word word word word word. \n\n'),
  headings: repeated('# a\n'),
  parentheses: repeated('('),
  'field names': repeated('title:'),
  operators: repeated('a AND NOT '),
};

export const FILE_SHAPES: { readonly [name: string]: Shape } = {
  'a heading of spaces': around('# ', ' \u2028'),
  'a heading that is closed late': around('# a', ' #', 'b'),
  'a heading of stars': around('# ', '**a '),
  'a heading of brackets': around('# ', '[]('),
  'headings of nothing': repeated('# [](x)\n'),
  'front matter that never ends': around('---\n', '---x\n'),
  'front matter of tags': around('---\n', '!a ', '\n---\nx'),
  'front matter of lists': around('---\na: ', '[', '\n---\nx'),
  'front matter of dashes': around('---\n', '- [', '\n---\nx'),
  'front matter of keys': listed('---\n', (index) => `k${index}: 1`, '\n', '\n---\nx'),
  'front matter of anchors': listed('---\n', (index) => `k${index}: &a${index} x`, '\n', '\n---\nx'),
  'front matter of aliases': around('---\na: &b x\nc: [', '*b, ', ']\n---\nx'),
  'equal column names': around('', 'a,', '\nb'),
  'column names that number themselves': listed('', (index) => (index % 2 ? 'a' : `a_${index}`), ',', '\nb'),
  'a quoted value that is never closed': around('a,b\n"', '""'),
  'a quoted value of many lines': around('a,b\n"', 'x\n', '"'),
  'misplaced quotes': around('a,b\n"', 'x"'),
  'quoted values': repeated('"a",'),
  'rows of nothing': around('a,b\n', ',\n'),
  'rows with quotes': around('a,b\n', '"1","2"\n'),
  'an object of many keys': listed('{', (index) => `"k${index}":${index}`, ',', '}'),
  'an object of equal keys': around('{', '"a":1,', '"text":"b"}'),
  'lists in lists': repeated('['),
  'objects in objects': repeated('{"a":'),
  'a record in depth': (units) => `{"text":"a","x":${'['.repeat(units)}${']'.repeat(units)}}`,
  'a list of records': around('[', '{"text":"a"},', '{"text":"a"}]'),
  'a string of escapes': around('{"text":"', '\\"'),
  'tags that never close': repeated('<a '),
  'an attribute without end': around('<a ', 'a='),
  'attributes with quotes': around('<a ', 'a="', '>'),
  'spaces behind an attribute': around('<a a', ' ', '>'),
  'folders in folders': (units) =>
    '<dl>'.repeat(units / 8) + '<a href="https://a.example/">b</a>'.repeat(Math.ceil(units / 68)),
  references: repeated('&#'),
};
