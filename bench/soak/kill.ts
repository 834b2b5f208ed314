/** The browser killed in the middle of writes, again and again, on both storage backends: nothing acknowledged is lost. */
import { killLoop } from '../../e2e/store/kill-loop.ts';
import { type Proof, scaled } from './proof.ts';

const KILLS = 40;
const BACKENDS = [
  { name: 'LevelDB', flags: [] },
  { name: 'SQLite', flags: ['--enable-features=IdbSqliteBackingStore'] },
] as const;

export const kill: Proof = {
  name: 'kill',
  what: `${KILLS} × SIGKILL during writes on each backend: 0 acknowledged writes lost`,
  minutes: 6,
  async run(share, log) {
    const kills = scaled(KILLS, share);
    const details: string[] = [];
    let acknowledged = 0;
    let lost = 0;
    for (const { name, flags } of BACKENDS) {
      const result = await killLoop({
        kills,
        flags,
        seed: Number(process.env.SOAK_SEED ?? 1),
        onKill: (done) => done % 10 === 0 && log(`${name}: ${done} of ${kills} kills`),
      });
      acknowledged += result.acknowledged;
      lost += result.lost.length;
      details.push(
        `${name}: ${result.kills} kills, ${result.acknowledged} batches acknowledged, ${result.lost.length} lost; starts ${JSON.stringify(result.events)}; slowest open ${Math.round(result.slowestOpen)} ms.`,
        ...result.lost.slice(0, 10),
      );
    }
    return {
      ok: lost === 0,
      finding: `2 × ${kills} kills, ${acknowledged} batches acknowledged, ${lost} lost`,
      details,
    };
  },
};
