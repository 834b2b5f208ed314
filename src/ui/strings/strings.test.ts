import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fillSentence, PROBLEM_SENTENCES } from '../../core/import/problem-sentences.ts';
import { MODEL_PROFILES } from '../../core/model-profiles.ts';
import { QUERY_GRAMMAR } from '../../core/query/grammar.ts';
import { loadNotesWords } from './load-notes.ts';
import { loadProblemSentences } from './load-problems.ts';
import { loadSyncWords } from './load-sync.ts';
import type { OwnStrings, Strings } from './strings.ts';
import { bundledLanguage, languages, loadLanguage as loadSearchWords, regional, wrongStrings } from './words.ts';

const loadLanguage = async (language: string): Promise<Strings> => ({
  ...(await loadSearchWords(language)),
  ...(await loadNotesWords(language)),
});

const en = await loadLanguage('en');

const wordsFor = async (tag: string, own: OwnStrings = {}, preferred: readonly string[] = []) =>
  regional(await loadLanguage(bundledLanguage(tag)), tag, own, preferred);

describe('the strings of a language', () => {
  it('are those of a regional tag, which keeps its region for dates', async () => {
    expect(await wordsFor('de-AT')).toMatchObject({ save: 'Speichern', locale: 'de-AT' });
    expect(await wordsFor('en-GB')).toMatchObject({ save: 'Save', locale: 'en-GB' });
  });

  it('take the region of the browser where the page names none', async () => {
    expect((await wordsFor('en', {}, ['de-AT', 'en-GB'])).locale).toBe('en-GB');
    expect((await wordsFor('ar', {}, ['ar-EG'])).locale).toBe('ar-EG-u-nu-latn');
    expect((await wordsFor('en-US', {}, ['en-GB'])).locale).toBe('en-US');
    expect((await wordsFor('de', {}, ['en-GB'])).locale).toBe('de');
  });

  it('fall back to English for any other tag', async () => {
    for (const tag of ['xx', '', 'constructor']) expect((await wordsFor(tag)).save).toBe('Save');
  });

  it("keep a valid locale if the page's tag is invalid", async () => {
    expect(await wordsFor('de_DE')).toMatchObject({ save: 'Speichern', locale: 'de' });
    expect(await wordsFor('en-')).toMatchObject({ save: 'Save', locale: 'en' });
  });

  it('use the same digits in every region', async () => {
    const { locale, notes } = await wordsFor('ar-EG');
    expect(locale).toBe('ar-EG-u-nu-latn');
    expect(notes(345)).toContain('345');
    expect(new Intl.NumberFormat(locale).format(345)).toBe('345');
  });
});

describe('strings from the page', () => {
  it('override those of the language, in a group entry by entry', async () => {
    const words = await wordsFor('en', { save: 'Keep', sortBy: { newest: 'Latest' }, removed: (title) => `${title}!` });
    expect(words).toMatchObject({ save: 'Keep', cancel: 'Cancel', sortBy: { newest: 'Latest', oldest: 'Oldest' } });
    expect(words.removed('Bread')).toBe('Bread!');
  });

  it('that are undefined change nothing', async () => {
    const own = { save: undefined } as unknown as OwnStrings;
    expect((await wordsFor('en', own)).save).toBe('Save');
    expect(wrongStrings(en, own)).toEqual([]);
  });

  it('of a wrong type or name are reported and left out', async () => {
    const own = { removed: 'Gone', save: null, savve: 'Keep', label: 'x', close: 'Shut' } as unknown as OwnStrings;
    expect(wrongStrings(en, own)).toEqual(['removed', 'save', 'savve', 'label']);
    const words = await wordsFor('en', own);
    expect(words.removed('Bread')).toBe('Deleted “Bread”');
    expect(words).toMatchObject({ save: 'Save', label: en.label, close: 'Shut' });
  });
});

/** Strings that a language shares with English. */
const SHARED: { [language: string]: readonly string[] } = {
  ar: ['keyCaps.delete', 'keyCaps.enter'],
  de: [
    'fieldText',
    'fieldUrl',
    'keyCaps.enter',
    'kinds.conversation',
    'mappedFields.text',
    'mappedFields.url',
    'optional',
    'speakers.system',
    'status',
    'sync.link',
    'sync.passphrase',
    'sync.passphraseField',
  ],
  es: ['kinds.conversation'],
  fr: [
    'arm.conversation',
    'completions',
    'facet.type',
    'fieldType',
    'judgeQuestion',
    'mappedFields.source',
    'mappedFields.thread',
    'mappedFields.type',
    'message',
    'pause',
    'speakers.agent',
    'speakers.assistant',
  ],
  zh: ['keyCaps.delete', 'keyCaps.enter'],
};
/** None contains another, so that each can be recognised in a sentence. */
const SPOKEN = [345, 678, 912, 100] as const;

type Leaf = string | ((...spoken: readonly unknown[]) => unknown);

/** Without `grammar` and `models`, most of whose English words are in `QUERY_GRAMMAR` and `MODEL_PROFILES`. */
function leavesOf({ locale: _, dir: __, grammar, models, ...strings }: Strings): Map<string, Leaf> {
  return leavesIn(strings);
}

function leavesIn(strings: object): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  for (const [name, value] of Object.entries(strings)) {
    if (typeof value !== 'object') leaves.set(name, value as Leaf);
    else for (const [entry, leaf] of Object.entries(value)) leaves.set(`${name}.${entry}`, leaf as Leaf);
  }
  return leaves;
}

async function allLeaves(language: string): Promise<Map<string, Leaf>> {
  const sync = [...leavesIn(await loadSyncWords(language))].map(([name, leaf]) => [`sync.${name}`, leaf] as const);
  const problems = Object.entries(await loadProblemSentences(language)).map(
    ([reason, sentence]) => [`problems.${reason}`, sentence] as const,
  );
  return new Map<string, Leaf>([...leavesOf(await loadLanguage(language)), ...sync, ...problems]);
}

const allEnglish = await allLeaves('en');

const say = (leaf: Leaf, ...spoken: readonly number[]): string =>
  typeof leaf === 'string' ? leaf : String(leaf(...spoken));
const heard = (leaf: Leaf): number[] => SPOKEN.filter((one) => say(leaf, ...SPOKEN).includes(String(one)));

describe.each(languages.filter((one) => one !== 'en'))('strings in %s', (language) => {
  const leaves = async () => allLeaves(language);

  it('are complete, and none is empty', async () => {
    const own = await leaves();
    expect([...own.keys()].sort()).toEqual([...allEnglish.keys()].sort());
    for (const [name, leaf] of own) expect(say(leaf, ...SPOKEN), name).toMatch(/\S/);
  });

  it('have the same keys and parameters', async () => {
    const own = await leaves();
    for (const [name, leaf] of allEnglish) expect(heard(own.get(name)!), name).toEqual(heard(leaf));
  });

  it('count from zero to many without a missing word', async () => {
    for (const [name, leaf] of await leaves()) {
      for (const n of [0, 1, 2, 3, 11, 100])
        expect(say(leaf, n, n, n, n), `${name}(${n})`).not.toMatch(/undefined|NaN|^\s|\s$|\s\s/);
    }
  });

  it("aren't left in English by mistake", async () => {
    const own = await leaves();
    const same = [...allEnglish].filter(([name, leaf]) => typeof leaf === 'string' && own.get(name) === leaf);
    expect(same.map(([name]) => name).sort()).toEqual(SHARED[language] ?? []);
  });

  it('explain every operator and every shipped model', async () => {
    const { grammar, models } = await loadLanguage(language);
    for (const row of QUERY_GRAMMAR) expect(grammar[row.operator], row.operator).toBeTruthy();
    for (const profile of MODEL_PROFILES) expect(models[profile.id], profile.id).toBeTruthy();
  });
});

async function saidIn(language: string): Promise<[name: string, text: string][]> {
  const { grammar, models } = await loadLanguage(language);
  return [
    ...[...(await allLeaves(language))].map(([name, leaf]): [string, string] => [name, say(leaf, ...SPOKEN)]),
    ...Object.entries(grammar),
    ...Object.entries(models).map(([id, model]): [string, string] => [id, Object.values(model).join(' ')]),
  ];
}

describe('sentences about what an import could not read', () => {
  const placesIn = (sentence: string): string[] => [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();

  it.each([...languages])('have the same values in %s as in English', async (language) => {
    const sentences = await loadProblemSentences(language);
    expect(Object.keys(sentences).sort()).toEqual(Object.keys(PROBLEM_SENTENCES).sort());
    for (const [reason, sentence] of Object.entries(PROBLEM_SENTENCES)) {
      expect(placesIn(sentences[reason as keyof typeof PROBLEM_SENTENCES]), reason).toEqual(placesIn(sentence));
    }
  });

  it('write numbers and sizes as the language does', async () => {
    const say = async (tag: string, reason: keyof typeof PROBLEM_SENTENCES, values: { [name: string]: number }) =>
      fillSentence((await loadProblemSentences(tag))[reason], values, (await wordsFor(tag)).locale);
    expect(await say('de', 'too-many-entries', { most: 1_000_000 })).toContain('mehr als 1.000.000 Dateien');
    expect(await say('fr', 'large-file', { megabytes: 256 })).toMatch(/^Le fichier dépasse 256\sMo$/);
    expect(await say('ar-EG', 'large-file', { megabytes: 256 })).toContain('256');
    expect(await say('en', 'large-file', { megabytes: 256 })).toBe('The file is larger than 256 MB');
  });

  it('take values as they are, and leave out those that are missing', () => {
    expect(fillSentence('{name}: {detail}', { name: '$& {detail}', detail: '$1' }, 'en')).toBe('$& {detail}: $1');
    expect(fillSentence('{constructor}{name}', {}, 'en')).toBe('');
  });
});

describe('punctuation and plurals of a language', () => {
  it.each([...languages])(
    '%s has typographic apostrophes and ellipses, and no space before an ellipsis',
    async (language) => {
      for (const [name, text] of await saidIn(language)) expect(text, name).not.toMatch(/\p{L}'|\.\.\.|\s…$/u);
    },
  );

  it('French has a no-break space at colons and guillemets, a narrow one before other high marks', async () => {
    for (const [name, text] of await saidIn('fr')) {
      expect(text, name).not.toMatch(/[^\u00a0]:(?=\s|$)|[^\u202f][;!?%]|«[^\u00a0]|[^\u00a0]»/);
    }
  });

  it('German and Spanish quotation marks are their own', async () => {
    for (const [name, text] of await saidIn('de')) expect(text, name).not.toMatch(/["”«»]|„[^“]*$/);
    for (const [name, text] of await saidIn('es')) expect(text, name).not.toMatch(/["“”„]|«\s|\s»/);
  });

  it('Spanish questions and exclamations have an opening mark too', async () => {
    for (const [name, text] of await saidIn('es')) {
      expect(text.match(/¿/g)?.length ?? 0, name).toBe(text.match(/\?/g)?.length ?? 0);
      expect(text.match(/¡/g)?.length ?? 0, name).toBe(text.match(/!/g)?.length ?? 0);
    }
  });

  it('Spanish says tú, German says Sie', async () => {
    for (const [name, text] of await saidIn('es')) expect(text, name).not.toMatch(/\b(?:usted|ustedes)\b/i);
    for (const [name, text] of await saidIn('de')) expect(text, name).not.toMatch(/\b(?:du|dich|dir|deine?[mnrs]?)\b/i);
  });

  it('Arabic has its own comma, semicolon and question mark', async () => {
    for (const [name, text] of await saidIn('ar')) expect(text, name).not.toMatch(/\p{Script=Arabic}\u2069?[,;?]/u);
  });

  it('Arabic nouns take the form of their number, in each plural category', async () => {
    const { importing } = await loadLanguage('ar');
    const { unreadable } = await loadSyncWords('ar');
    const numbers = [0, 1, 2, 3, 10, 11, 99, 100, 102];
    expect(new Set(numbers.map((n) => new Intl.PluralRules('ar').select(n))).size).toBe(6);
    const files = numbers.map((n) => importing(1, n).replace('1 من ', ''));
    const counted = ['ملفات', 'ملفات', 'ملفًا', 'ملفًا', 'ملف', 'ملف'].map((noun, at) => `${numbers[at + 3]} ${noun}`);
    expect(files).toEqual(['0 ملف', 'ملف واحد', 'ملفين', ...counted]);
    const records = numbers.map((n) => unreadable(n).replace(/^تعذّرت قراءة | وجرى تجاوزها\.$/g, ''));
    const read = ['سجلات', 'سجلات', 'سجلًا', 'سجلًا', 'سجل', 'سجل'].map((noun, at) => `${numbers[at + 3]} ${noun}`);
    expect(records).toEqual(['0 سجل', 'سجل واحد', 'سجلين', ...read]);
  });

  it('Arabic duals are in the genitive after “of”, and in the accusative after a verb', async () => {
    const { resultsFor, trashWarning } = await loadLanguage('ar');
    expect(resultsFor(2, 2)).toBe('نتيجتان');
    expect(resultsFor(1, 2)).toBe('1 من نتيجتين');
    expect(trashWarning(2)).toContain('ملاحظتين');
  });

  it('Arabic keeps names in their own direction', async () => {
    const { createNamed, importColumns } = await loadLanguage('ar');
    const { folderChosen, removeDevice } = await loadSyncWords('ar');
    for (const named of [createNamed, importColumns, folderChosen, removeDevice]) {
      expect(named('Bread (2)')).toContain('\u2068Bread (2)\u2069');
    }
    const sentences = Object.values(await loadProblemSentences('ar'));
    for (const sentence of sentences) expect(sentence).not.toMatch(/(?<!\u2068)\{(?:name|field|detail|url)\}/);
  });

  it('Chinese text has full-width punctuation and curved quotation marks', async () => {
    for (const [name, text] of await saidIn('zh')) {
      expect(text, name).not.toMatch(/\p{Script=Han}[,:;?!.()]|[()]\p{Script=Han}|["「」『』]/u);
    }
  });

  it('keys have the names that keyboards of the language show', async () => {
    const names = { de: 'Strg+Enter Entf Esc', es: 'Ctrl+Intro Supr Esc', fr: 'Ctrl+Entrée Suppr Échap' };
    for (const [language, keys] of Object.entries(names)) {
      const { keysHint, keyCaps } = await loadLanguage(language);
      for (const key of [...keys.split(' '), ...Object.values(keyCaps)]) expect(keysHint, language).toContain(key);
    }
  });
});

describe('the record of the platforms’ words', () => {
  const lines = readFileSync(new URL('../../../docs/measurements/0014-translations.md', import.meta.url), 'utf8');
  const cellsOf = (line: string): string[] =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [header, , ...rows] = lines.slice(lines.indexOf('| term |')).split('\n\n')[0]!.split('\n').map(cellsOf);

  it('names the strings as they are today, in each language', async () => {
    const recorded = header!.slice(2);
    expect([...recorded].sort()).toEqual(languages.filter((one) => one !== 'en').sort());
    const terms = rows.filter(([, string]) => string !== '–');
    expect(terms.length).toBeGreaterThan(25);
    for (const [at, language] of recorded.entries()) {
      const leaves = await allLeaves(language);
      for (const [term, string, ...cells] of terms) {
        expect(/^\*\*(.+?)\*\*/.exec(cells[at]!)?.[1], `${term} in ${language}`).toBe(leaves.get(string!.slice(1, -1)));
      }
    }
  });
});
