import { EVENT_NOTES, MODES, STATE_NOTES, TRANSITIONS } from '../src/engine/store/states.ts';

type StateName = keyof typeof STATE_NOTES;
const REGIONS = Object.keys(TRANSITIONS) as (keyof typeof TRANSITIONS)[];
const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
const movesOf = (region: keyof typeof TRANSITIONS) =>
  Object.entries(TRANSITIONS[region] as { [event: string]: { [from: string]: string } });

export function stateRows(): string[][] {
  return REGIONS.flatMap((region) => {
    const names = new Set(movesOf(region).flatMap(([, moves]) => Object.entries(moves).flat()));
    return Object.keys(STATE_NOTES)
      .filter((name) => names.has(name))
      .map((name) => {
        const { means, promise } = STATE_NOTES[name as StateName];
        const mode = region === 'promise' ? `\`${MODES[name as keyof typeof MODES] ?? 'best-effort'}\`` : '';
        return [`\`${name}\``, mode, means, promise];
      });
  });
}

/** Events that don't change the state have no row. */
export function transitionRows(): string[][] {
  return REGIONS.flatMap((region) =>
    movesOf(region).flatMap(([event, moves]) => {
      const ways = Object.entries(moves).filter(([from, to]) => from !== to);
      const { when, test } = EVENT_NOTES[event as keyof typeof EVENT_NOTES];
      return [...new Set(ways.map(([, to]) => to))].map((next) => {
        const from = ways.filter(([, to]) => to === next).map(([name]) => name);
        return [quoted(from), `\`${event}\``, `\`${next}\``, when, quoted(test.split(', '))];
      });
    }),
  );
}
