/** `tsx judged.ts SET FILE vectors|words` writes a judged set to a file, with or without vectors. */
import { writeJudged } from './corpus.ts';

const [folder, file, kind] = process.argv.slice(2) as [string, string, string];
await writeJudged(folder, file, kind === 'vectors');
process.exit(0);
