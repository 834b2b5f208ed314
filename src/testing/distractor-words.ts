/**
 * Word lists and sentence frames for `distractors.ts`. A `{slot}` is a list of `WORDS`, or a maker of codes and
 * numbers.
 */
const list = (words: string): readonly string[] => words.split('|');

export const WORDS: { readonly [slot: string]: readonly string[] } = {
  person: list(
    'Anouk|Bertil|Chidi|Dagny|Emre|Farah|Gustav|Hanneke|Ivo|Jolanta|Kofi|Leontine|Mateus|Nadia|Oskar|Petra|Quentin|Rosalind|Stellan|Thandi|Ulrike|Vikram|Wilma|Xenia|Yusuf|Zofia',
  ),
  group: list(
    'the harbour office|the night crew|two volunteers|the parish council|our supplier|the surveyors|a visiting class|the rowing club|the archive|the ferry company|the allotment society|the youth orchestra|the observatory|the printing house|the auditors|the rangers|the museum shop|the tenants|the laundry|the second shift',
  ),
  thing: list(
    'awning|barometer|bicycle rack|bookshelf|camera strap|canoe|carpet|catalogue|clock|compass|curtain rail|drawbridge|easel|envelope|fence|flagstaff|fountain|gearbox|greenhouse|hammock|hinge|invoice folder|kayak|kettle stand|lantern|ledger|letterbox|loom|magnet|microscope|mirror|notice board|orchard gate|paddle|parasol|pendulum|picture frame|pontoon|postcard|pump house|quilt|raincoat|sailcloth|scarecrow|sextant|signpost|sledge|spectrometer|stamp album|stopwatch|sundial|suitcase|tapestry|telescope|thermos|trailer|tripod|trombone|turnstile|typewriter|umbrella stand|varnish tin|violin case|wagon|wardrobe|weather vane|wheelbarrow|windmill|xylophone|zither',
  ),
  adjective: list(
    'amber|awkward|battered|borrowed|brittle|careful|crooked|dented|dusty|earnest|faded|folding|generous|half-finished|heavy|hollow|ivory|jagged|lopsided|modest|muddy|narrow|noisy|odd|patient|polished|quiet|rusty|scarlet|silver|slender|spare|stubborn|tidy|unlabelled|velvet|wobbly|wooden|yellowed',
  ),
  verb: list(
    'admired|adjusted|assembled|borrowed|catalogued|cleaned|compared|counted|covered|delivered|dismantled|drew|exchanged|hung|inspected|labelled|lifted|loaded|mended|mounted|numbered|packed|painted|photographed|polished|postponed|replaced|returned|sketched|sold|sorted|stacked|straightened|tested|turned|unpacked|varnished|weighed|wrapped',
  ),
  place: list(
    'behind the greenhouse|beside the boathouse|by the level crossing|in the cellar|in the reading room|in the back yard|near the aqueduct|on the jetty|on the mezzanine|on the south terrace|opposite the bakery|outside the chapel|over the archway|past the sawmill|through the tunnel of hedges|under the viaduct|under the awnings|at the ferry landing|at the observatory|at the old tannery|in the orchard|along the dyke|in the stables|on the upper deck',
  ),
  reason: list(
    'because the rain would not stop|before anyone could object|since nobody had the receipt|so that the children could reach it|although the paint was wet|while the kettle boiled|as agreed in spring|to make room for the harvest|after a long discussion|until the light failed|because the old one squeaked|when the tide turned|for the third time|against all advice|without a single complaint|as the manual suggests',
  ),
  subject: list(
    'Barley prices|The bus connection|The choir rehearsal|The county fair|The crossword|The drainage ditch|The exhibition|The frost forecast|The garden party|The hedge|The heron|The hymn book|The jury|The key cabinet|The landing stage|The lost umbrella|The moth trap|The new timetable|The pottery sale|The rain gauge|The raffle|The regatta|The seed catalogue|The sheepdog trial|The spring tide|The stage curtain|The swimming lesson|The tombola|The tram stop|The village archive|The wasp nest|The weather station',
  ),
  verdict: list(
    'is better than its reputation|needs another pair of hands|will have to wait until the thaw|was a pleasant surprise|turned out smaller than planned|is finally settled|has moved to the first floor|costs twice what it did|was praised in the newsletter|starts a quarter of an hour later|ends with tea|remains a mystery|has a new lock|is closed on feast days|smells of cedar|could not be heard from the back row|is worth the detour|caused some laughter',
  ),
  dish: list(
    'almond biscuits|baked apples|beetroot salad|buckwheat crêpes|cabbage rolls|chestnut purée|cherry jam|cucumber sandwiches|fennel gratin|fig chutney|gingerbread|gooseberry fool|leek tart|marzipan|mushroom pie|oatcakes|pear compote|potato dumplings|quince jelly|rhubarb crumble|saffron buns|spinach pasties|walnut loaf',
  ),
  tech: list(
    'the cron job|the feature flag|the font cache|the form validator|the geocoder|the image resizer|the invoice template|the job queue|the login page|the mail gateway|the message bus|the migration script|the nightly export|the payment callback|the session cookie|the settings dialog|the spell checker|the status page|the thumbnail worker|the translation file|the upload form|the webhook',
  ),
  fault: list(
    'returned an empty list|ran twice|swallowed the exception|was slower than the old one|needed a restart|ignored the locale|counted leap days wrongly|kept the lock too long|lost its configuration|wrote to the wrong folder|timed out on Tuesdays|failed only in the test environment|leaked a file handle|rounded the totals down',
  ),
  tag: list(
    'archive|astronomy|boats|budgeting|carpentry|choir|crafts|electronics|ferries|fishing|gardens|geology|history|knitting|letters|logistics|maintenance|museum|orders|painting|plants|printing|rowing|sailing|sewing|stamps|storage|theatre|trains|volunteers|weather|woodland',
  ),
  type: list('note|note|note|note|fact|idea'),
  source: list('user|user|user|agent|import'),
  prefix: list(
    'Creeper|Zombie|Pixel|Lava|Copper|Moss|Quartz|Turtle|Badger|Comet|Panda|Raven|Salt|Thunder|Velvet|Willow',
  ),
  suffix: list('Slayer|Hunter|Miner|Baker|Rider|Smith|Wizard|Farmer|Walker|Tamer|Builder|Singer'),
  unit: list('boxes|metres|pages|litres|chairs|tickets|kilos|panels|sheets|bottles|hours|tiles|signatures|seedlings'),
  month: list('January|February|March|April|May|June|July|August|September|October|November|December'),
};

/** Frames for about two thirds of the sentences. */
export const PLAIN_FRAMES = list(
  '{person} {verb} the {adjective} {thing} {place} {reason}.|{subject} {verdict}.|{subject} {verdict}, says {person}.|{person} and {person} {verb} the {thing} {place}.|A {adjective} {thing} stood {place}, next to a {adjective} {thing}.|Ask {group} about the {thing}; {person} {verb} it {reason}.|{person} brought {dish} and {dish}.|{dish} for the table of {person}, {dish} for everyone else.|{tech} {fault} {reason}.|It was not {tech} but {tech} that {fault}.|{group} {verb} every {thing} {place}.|Nobody {verb} the {thing}, so {person} {verb} the {adjective} one.|The {adjective} {thing} belongs to {group}.|{person} would rather have a {adjective} {thing} than a {adjective} {thing}.|We left the {thing} {place} {reason}.|Remember to thank {person}, who {verb} the {thing} {reason}.|Two opinions: {person} wants the {thing} {place}, {person} does not want it at all.',
);

export const CODED_FRAMES = list(
  'Region {region} is {adjective} and mostly empty.|The {thing} from room {region} went to {group}.|{handle} traded a {thing} for {number} {unit}.|{handle} and {handle} met {place}.|Camp at x:{coordinate}, z:{coordinate}, look for the {adjective} {thing}.|Found a {thing} at coordinates {coordinate}, {height}, {coordinate}.|The inspector read {regulation} aloud.|{regulation} does not apply to the {thing}.|Ticket {ticket} was closed by {person}.|{person} filed {ticket} about {tech}.|{compiler} in {tech}, fixed {reason}.|The display shows {fault_code} when {tech} {fault}.|On {day} {month} {person} {verb} {number} {unit} {place}.|{number} {unit}, {number} {unit} and one {adjective} {thing}.|Part {part} fits the {thing}, part {part} does not.|Order {part} arrives in {month}.|Version {version} of {tech} {fault}.',
);

export const TITLE_FRAMES = list(
  'The {adjective} {thing}|{subject}|{person} and the {thing}|{dish}|Notes on {tech}|About the {thing}|What {person} {verb}|{adjective} {thing}, {month}|A {thing} for {person}',
);
