import { afterEach, expect, it } from 'vitest';
import { BGE_SMALL, modelProfile } from '../../core/model-profiles.ts';
import { closeFixtures, memory, searchFixture } from '../../testing/search-fixture.ts';
import { countWords } from '../../testing/word-embedder.ts';

afterEach(closeFixtures);

const { dims } = modelProfile(BGE_SMALL);

const ENGLISH = memory('key', 'The spare key is under the blue pot and not in the shed');
const GERMAN = [
  memory('schlüssel', 'Der Schlüssel liegt unter dem blauen Topf und nicht im Schuppen'),
  memory('brot', 'Das Brot ist für morgen und muss noch in den Ofen'),
];

it("statistics count by language the notes that the model can't read", async () => {
  const unknown = memory('code', 'PII-2024-0042');
  const tagged = memory('tagged', 'PII-2024-0043', { lang: 'pl' });
  const { engine } = await searchFixture([ENGLISH, ...GERMAN, unknown, tagged]);
  expect((await engine.stats()).unread).toEqual({ de: 2, other: 1 });
  await engine.remove(['brot']);
  expect((await engine.stats()).unread).toEqual({ de: 1, other: 1 });
});

it('statistics count no notes if the model reads their languages', async () => {
  const { engine } = await searchFixture([ENGLISH, ...GERMAN], { reads: ['en', 'de'] });
  expect((await engine.stats()).unread).toEqual({});
});

it("an answer names the language of a query that the model can't read", async () => {
  const { searcher } = await searchFixture([ENGLISH, ...GERMAN]);
  const unread = async (query: string) => (await searcher.search(query)).understood.unreadLanguage;
  expect(await unread('wo ist der Schlüssel')).toBe('de');
  expect(await unread('猫粮')).toBe('zh');
  expect(await unread('where is the key')).toBeNull();
  // A single word in Latin letters doesn't show its language.
  expect(await unread('pot')).toBeNull();
  expect(await unread('')).toBeNull();
});

it('an answer names the language before the model loads, so that another can be loaded instead', async () => {
  const { searcher } = await searchFixture(GERMAN, { modelAllowed: false });
  expect((await searcher.search('wo ist der Schlüssel')).understood.unreadLanguage).toBe('de');
});

it("a relevant memory in another language ranks above an irrelevant one in the query's language", async () => {
  const unrelated = Array.from({ length: 30 }, (_, at) =>
    memory(`unrelated ${at}`, `What is the the number of the the bus and is the ${at} late`),
  );
  const others = Array.from({ length: 30 }, (_, at) =>
    memory(`fremd ${at}`, `Der Bus ${at} ist heute nicht pünktlich`),
  );
  const answer = memory('zahnarzt', 'Der dentist ist da');
  const query = 'what is the number of the dentist';
  const first = async (reads: readonly string[]) => {
    const { searcher } = await searchFixture([...unrelated, ...others, answer], { reads });
    const { hits, weak } = await searcher.rank(query, { modes: ['semantic'] });
    return [...hits, ...weak][0]?.id;
  };
  expect(await first(['en', 'de'])).toBe('zahnarzt');
  expect(await first(['en'])).toBe('zahnarzt');
  // The model doesn't read the query, so its cosines only show which notes are in the same language.
  expect(await first(['de'])).toMatch(/^unrelated/);
});

it('words in passing do not outrank an answer in another language, which cannot contain them', async () => {
  const passing = memory('passing', 'The number of the bus to the dentist is on the wall and not in the book');
  const english = Array.from({ length: 20 }, (_, at) =>
    memory(`note ${at}`, `There is the bread and the salt for ${at}`),
  );
  const german = Array.from({ length: 20 }, (_, at) =>
    memory(`notiz ${at}`, `Der Bus ${at} ist heute nicht pünktlich`),
  );
  const answer = memory('zahnarzt', 'Der Zahnarzt ist unter dieser Nummer zu erreichen');
  const vector = countWords('zahnarzt nummer erreichen bread bread', dims);
  const first = async (query: string, reads: readonly string[]) => {
    const { searcher } = await searchFixture([passing, ...english, ...german, answer], {
      reads,
      embedder: {
        embedQuery: async (_, text) => ({
          text,
          vector,
          vocabularyCoverage: 1,
          knownWords: [],
          milliseconds: 0,
          cached: false,
        }),
      },
    });
    const { hits, weak } = await searcher.rank(query);
    return [...hits, ...weak].sort((a, b) => b.scores.final - a.scores.final)[0]?.id;
  };
  expect(await first('what is the number of the dentist', ['en', 'de'])).toBe('zahnarzt');
  // The words don't show the language, but the texts that are near do.
  expect(await first('dentist number bread', ['en', 'de'])).toBe('zahnarzt');
  expect(await first('what is the number of the dentist', ['en'])).toBe('passing');
});

it("meaning weighs less for unknown words if the model doesn't read their language", async () => {
  const alphaOf = async (reads: readonly string[]) => {
    const { searcher } = await searchFixture(GERMAN, {
      reads,
      embedder: {
        embedQuery: async (_, text) => ({
          text,
          vector: countWords(text, dims),
          vocabularyCoverage: 0,
          knownWords: [],
          milliseconds: 0,
          cached: false,
        }),
      },
    });
    const { hits, weak } = await searcher.rank('wo ist der Schlüssel');
    return [...hits, ...weak][0]?.scores.alphaUsed;
  };
  expect(await alphaOf(['en', 'de'])).toBeCloseTo(0.4, 6);
  expect(await alphaOf(['en'])).toBeCloseTo(0.3, 6);
});

it("a question that the model can't read is judged by its words alone", async () => {
  const others = [
    '猫粮在厨房的柜子里',
    '周五下午去看牙医',
    '备用钥匙在蓝色花盆下面',
    '租约在三月底到期',
    '自行车的锁在地下室',
  ];
  const notes = [
    ...others.map((text, at) => memory(`other ${at}`, text)),
    memory('plague', '据记载，城里一半的居民死于瘟疫'),
  ];
  const { searcher } = await searchFixture(notes);
  const { hits } = await searcher.rank('巴格达最多有多少人死于瘟疫');
  expect(hits.map(({ id }) => id)).toEqual(['plague']);
});
