/** `tsx judged.ts SET FILE vectors|words` */
import { writeJudged } from './corpus.ts';

const [folder, file, kind] = process.argv.slice(2) as [string, string, string];
await writeJudged(folder, file, kind === 'vectors');
process.exit(0);
