import { describe, expect, it } from 'vitest';
import {
  commentLines,
  findingsOf,
  longSentences,
  NOT_OURS,
  proseOf,
  ruleCodes,
  stringLines,
  subjectFindings,
  textOfHtml,
  titleLines,
  wordFindings,
} from './prose.ts';
import { commentsOf, paragraphsOf } from './prose-sample.ts';

describe('the prose check', () => {
  it('finds words that readers stumble over, and says what to write instead', () => {
    expect(wordFindings('the index is built anew', 7)).toEqual([{ line: 7, words: 'anew', advice: 'again' }]);
    expect(wordFindings('Of several inputs, the first', 1)).toHaveLength(1);
    expect(wordFindings('Of course it does.', 1)).toEqual([]);
    expect(wordFindings('Returns the evicted value.', 1)).toEqual([]);
  });

  it('reads only comments, wherever they are', () => {
    const source = "/** First. */\nconst anew = 'upon'; // second\nfunction f() {\n  // third\n}\n";
    expect([...commentLines(source)]).toEqual([
      [1, 'First.'],
      [2, 'second'],
      [4, 'third'],
    ]);
  });

  it('finds numbers of rules, but not what only looks like one', () => {
    expect(ruleCodes('Exact is exact (F5)', 3)).toMatchObject([{ line: 3, words: 'F5' }]);
    expect(ruleCodes('Stems and fields (K2, K4)', 1)).toHaveLength(1);
    expect(ruleCodes('V8 reads an H1 on an A4 page, UTF8 and SHA256 too', 1)).toEqual([]);
  });

  it('does not read a string that looks like a comment', () => {
    expect([...commentLines("const url = 'https://a.example'; const text = `/* no */`;")]).toEqual([]);
  });

  it('reads the titles of tests, and no other strings', () => {
    const source =
      "describe('a', () => {\n  it.each(rows)('b %s', () => say('c'));\n  test(`d \x24{x} e`, run);\n});\n";
    expect([...titleLines(source)]).toEqual([
      [1, 'a'],
      [2, 'b %s'],
      [3, 'd … e'],
    ]);
    expect([...titleLines("test.use({ locale: 'de' }); test.step('x', run); item('y');")]).toEqual([]);
  });

  it('reads strings of two words or more, without interpolations and tags', () => {
    const source =
      "throw new Error(`Not \x24{x} here`, 'a.b');\nconst one = { label: 'No one', key: 'anew' };\nhtml`<p id='upon it'>\nText here</p>`;\n";
    expect([...stringLines(source)]).toEqual([
      [1, 'Not … here'],
      [2, 'No one'],
      [4, 'Text here'],
    ]);
  });

  it('checks messages and labels of the interface, but not the strings of tests', () => {
    const source =
      "throw new HybridSearchError('internal', 'the index is built anew');\nit('reads', () => say('whoever it is'));\n";
    expect(findingsOf('src/engine/a.ts', source)).toMatchObject([
      { line: 1, words: 'anew' },
      { line: 2, words: 'whoever' },
    ]);
    expect(findingsOf('src/ui/strings/en.ts', "export const en = { undo: 'Undone by whoever did it' };")).toHaveLength(
      1,
    );
    expect(findingsOf('src/engine/a.test.ts', source)).toEqual([]);
    expect(findingsOf('.github/form.yml', 'label: whoever reports')).toHaveLength(1);
  });

  it('checks every document but generated pages of the API and licences, tables included', () => {
    for (const path of ['docs/EVALUATION.md', 'docs/PEERS.md', 'docs/measurements/0002-keyword.md', 'docs/soak/a.md']) {
      expect(NOT_OURS.test(path), path).toBe(false);
    }
    expect(NOT_OURS.test('docs/api/client.md')).toBe(true);
    expect(findingsOf('docs/PEERS.md', '| a | b |\n|---|---|\n| one | built anew |\n')).toMatchObject([{ line: 3 }]);
  });

  it('reads the text of a page, and keeps its line numbers', () => {
    const text = textOfHtml('<p class="anew">One\n<script>anew\n</script>two</p>');
    expect(text.split('\n').map((line) => line.trim())).toEqual(['One', '', 'two']);
  });

  it('leaves out a document’s code and tables, and keeps its line numbers', () => {
    const prose = proseOf('# Title\n\n```sh\nanew\n```\n\n| anew |\nread `anew` here');
    expect(prose.split('\n')).toHaveLength(8);
    expect(wordFindings(prose, 1)).toEqual([]);
  });

  it('finds a sentence that is too long, with its line', () => {
    const long = `${'word '.repeat(45)}end.`;
    expect(longSentences(`Short one.\n\n${long}\n`)).toMatchObject([{ line: 3 }]);
    expect(longSentences('Short one. And another one.')).toEqual([]);
  });

  it('asks for subjects in the imperative, of at most 72 characters, without a full stop', () => {
    expect(subjectFindings('Fix viewer leak when a freed row id is reused')).toEqual([]);
    expect(subjectFindings('Embed once across devices')).toEqual([]);
    expect(subjectFindings("Don't move rows while they are read")).toEqual([]);
    expect(subjectFindings('Focus the box')).toEqual([]);
    for (const wrong of ['Fixed the leak', 'Fixes the leak', 'Fixing it', 'The leak is gone', 'Tests for rows', 'x']) {
      expect(subjectFindings(wrong), wrong).toHaveLength(1);
    }
    for (const wrong of ['fix: the leak', 'fix the leak', 'No more leaks', 'Possible fix', 'New rows', 'WIP rows']) {
      expect(subjectFindings(wrong), wrong).toHaveLength(1);
    }
    expect(subjectFindings(`Fix ${'x'.repeat(80)}.`)).toHaveLength(2);
  });
});

describe('the sample of prose', () => {
  it('takes comments on adjacent lines as one, with the first line’s number', () => {
    const source =
      '// First line\n// and second.\nlet a = 1;\n/** Another. */\nlet b = 2;\n\n// biome-ignore lint: x\n';
    expect(commentsOf('a.ts', source)).toEqual([
      { path: 'a.ts', line: 1, text: 'First line and second.' },
      { path: 'a.ts', line: 4, text: 'Another.' },
    ]);
  });

  it('takes paragraphs and list items as they are written, without headings, tables, code and short lines', () => {
    const words = 'one two three `four` five six seven eight';
    const markdown = `# ${words}\n\n${words}\nnine.\n\n- ${words}\n- ${words} nine\n\n| ${words} |\n\nShort.\n`;
    expect(paragraphsOf('a.md', markdown)).toEqual([
      { path: 'a.md', line: 3, text: `${words} nine.` },
      { path: 'a.md', line: 6, text: `- ${words}` },
      { path: 'a.md', line: 7, text: `- ${words} nine` },
    ]);
  });
});
