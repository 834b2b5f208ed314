import { expect, it } from 'vitest';
import { smallerScript } from './smaller.ts';

it('keeps the names of public classes, and shortens others', async () => {
  const code = await smallerScript(
    'var x=class HsOpenEvent extends Event{},HybridSearchBoxElement=class extends x{},Words=class extends x{};' +
      'export{x as a,HybridSearchBoxElement as b,Words as c};',
  );
  const { a, b, c } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<
    string,
    { name: string }
  >;
  expect([a!.name, b!.name]).toEqual(['HsOpenEvent', 'HybridSearchBoxElement']);
  expect(c!.name).not.toBe('Words');
});
