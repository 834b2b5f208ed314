import { describe, expect, it } from 'vitest';
import { chosenValues, hasFilters, toggleValue } from './filter-values.ts';

describe('toggleValue', () => {
  it('adds values, and removes them without a trace', () => {
    const one = toggleValue({}, 'tags', 'home');
    const two = toggleValue(one, 'tags', 'work');
    expect(two).toEqual({ tags: ['home', 'work'] });
    expect(toggleValue(toggleValue(two, 'tags', 'home'), 'tags', 'work')).toEqual({});
  });

  it('reads a single type as one of a list', () => {
    expect(toggleValue({ type: 'note' }, 'type', 'fact')).toEqual({ type: ['note', 'fact'] });
  });

  it.each([
    ['2024-02', '2024-02-29'],
    ['2023-02', '2023-02-28'],
    ['2024-12', '2024-12-31'],
  ])('takes the whole of %s', (month, last) => {
    const filters = toggleValue({}, 'month', month);
    expect(filters).toEqual({ startDate: `${month}-01`, endDate: last });
    expect(chosenValues(filters, 'month')).toEqual([month]);
    expect(toggleValue(filters, 'month', month)).toEqual({});
  });

  it('allows one month at a time', () => {
    expect(chosenValues(toggleValue(toggleValue({}, 'month', '2024-01'), 'month', '2024-03'), 'month')).toEqual([
      '2024-03',
    ]);
  });

  it("doesn't mistake other dates for a month", () => {
    expect(chosenValues({ startDate: '2024-01-02', endDate: '2024-01-31' }, 'month')).toEqual([]);
  });
});

describe('hasFilters', () => {
  it('recognises an empty set of filters', () => {
    expect(hasFilters({})).toBe(false);
    expect(hasFilters({ source: ['user'] })).toBe(true);
  });
});
