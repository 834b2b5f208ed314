import { describe, expect, it } from 'vitest';
import { detectLanguage, LANGUAGES, languageOf, languageOfTag } from './language.ts';

const detected = (text: string): string => LANGUAGES[detectLanguage(text)]!;

describe('detectLanguage', () => {
  it.each([
    ['en', 'The boiler makes a noise when it is cold'],
    ['en', 'note to self: call Müller'],
    ['de', 'Elektro Kühn, Rechnung 2231, neuer Sicherungskasten'],
    ['de', 'Wann fliege ich nach Lissabon?'],
    ['fr', 'rendez-vous chez le dentiste'],
    ['es', 'cita con el dentista mañana'],
    ['pt', 'reunião com o João às dez'],
    ['it', 'Appuntamento dal dentista'],
    ['nl', 'Het wachtwoord van de wifi'],
    ['ja', '東京の電車は速い'],
    ['ja', 'カステラ'],
    ['zh', '猫粮'],
    ['zh', '买 iPhone 充电器和数据线'],
    ['ko', '내일 치과 예약'],
    ['ru', 'Купить корм для кота'],
    ['ar', 'موعد طبيب الأسنان غدا'],
    ['he', 'תור לרופא שיניים'],
    ['th', 'นัดหมอฟันพรุ่งนี้'],
    ['el', 'Ραντεβού με τον οδοντίατρο'],
    ['hi', 'कल दंत चिकित्सक'],
  ])('reads %s from "%s"', (language, text) => expect(detected(text)).toBe(language));

  it.each(['', '1 2 3', 'INV-2000', 'Netflix password', 'naïve Bayes', 'in', '🎉'])(
    'guesses nothing from "%s"',
    (text) => expect(detected(text)).toBe(''),
  );

  it.each(['hay fever', 'door code', 'rent due', 'van insurance', 'Los Angeles hotel', 'tag'])(
    'does not take English words in "%s" for function words of another language',
    (text) => expect(detected(text)).toBe(''),
  );

  it('reads an English note with a foreign name as English', () => {
    expect(detected('Lunch with 田中 at the ramen place near the station')).toBe('en');
  });
});

describe('languageOf', () => {
  it('trusts the given language, whatever the text is', () => {
    expect(LANGUAGES[languageOf('Einkauf', 'Das ist für dich', 'fr-CA')]).toBe('fr');
    expect(LANGUAGES[languageOf(undefined, 'This is for you', 'sv')]).toBe('other');
  });

  it('reads the text if the given language means nothing', () => {
    expect(LANGUAGES[languageOf('Einkauf', 'Das ist für dich', 'und')]).toBe('de');
  });

  it('reads the title too', () => {
    expect(LANGUAGES[languageOf('Was ich noch kaufen muss', '2 x 4711')]).toBe('de');
  });
});

describe('languageOfTag', () => {
  it('takes the primary subtag', () => {
    expect(['de-AT', 'ZH_Hant', 'tlh', ''].map((tag) => LANGUAGES[languageOfTag(tag)])).toEqual([
      'de',
      'zh',
      'other',
      '',
    ]);
  });
});
