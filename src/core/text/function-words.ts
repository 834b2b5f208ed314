/** Words that only shape a question ("how", "to", "is") count little in queries. Memories index every word. */
import { fold } from './fold.ts';

const ENGLISH = `
  a about above after again against all also am an and any are aren't as at be because been before being below between
  both but by can can't could couldn't did didn't do does doesn't doing don't down during each either else ever few for
  from further had hadn't has hasn't have haven't having he he'd he'll he's her here hers herself him himself his how i
  i'd i'll i'm i've if in into is isn't it it's its itself just let's many may me might more most much must my myself
  neither no nor not of off on once only onto or other our ours ourselves out over own per please same shall shan't she
  she'd she'll she's should shouldn't since so some such tell than that that's the their theirs them themselves then
  there there's these they they'd they'll they're they've this those through to too under until up upon us very was
  wasn't we we'd we'll we're we've were weren't what what's when when's where where's whether which while who who's whom
  whose why why's will with within without won't would wouldn't yet you you'd you'll you're you've your yours yourself
  yourselves explain say said find show give remember`;

const GERMAN = `
  aber alle allem allen aller alles als also am an ander andere anderen anderer anderes auch auf aus bei beim bin bis bist
  da damit dann das dass dein deine deinem deinen deiner dem den denn der deren des dessen dich die dies diese diesem
  diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er es etwas euch euer eure fur gegen gewesen
  hab habe haben hast hat hatte hatten hier hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in indem ins ist jede
  jedem jeden jeder jedes jene jenem jenen jener jenes jetzt kann kein keine keinem keinen keiner konnen konnte man manche
  mein meine meinem meinen meiner mich mir mit muss musste nach nicht nichts noch nun nur ob oder ohne sehr sein seine
  seinem seinen seiner seit selbst sich sie sind so solche soll sollte sondern sonst uber um und uns unser unsere unter viel
  viele vom von vor wann war waren warst warum was weil welche welchem welchen welcher welches wem wen wenn wer werde werden
  weshalb wessen wie wieder wieso wieviel will wir wird wirst wo wofur woher wohin womit worden worin wurde wurden zu zum
  zur zwar zwischen`;

/** Written in folded form, because folding took 3 ms of each start. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(`${ENGLISH} ${GERMAN}`.trim().split(/\s+/));

export function functionWordsOf(language: string): string[] {
  const list = language === 'en' ? ENGLISH : language === 'de' ? GERMAN : '';
  return list.trim().split(/\s+/);
}

/** @param word folded */
export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word);
}

const cache = new Map<string, boolean>();
const MAX_CACHED = 4_096;

/** Every marked hit looks up the same words: folding a thousand of them thirty times took 0.1 s. */
export function isFunctionWordAsTyped(typed: string): boolean {
  let known = cache.get(typed);
  if (known === undefined) {
    known = isFunctionWord(fold(typed));
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(typed, known);
  }
  return known;
}
