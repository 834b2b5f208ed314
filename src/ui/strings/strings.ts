import type { NotesStrings } from './notes-strings.ts';
import type { SearchStrings } from './search-strings.ts';

/**
 * What a page may replace with the property `strings`: any string, and any entry of a group (`label`, `sortBy`, …). All
 * other strings stay in the element's language. Strings that contain values are functions; parameters of the type
 * `number` aren't formatted. All strings are shown as text, never as markup.
 */
export type OwnStrings = {
  [Name in keyof Strings]?: Strings[Name] extends string | ((...spoken: never[]) => string)
    ? Strings[Name]
    : Partial<Strings[Name]>;
};

export interface Strings extends SearchStrings, NotesStrings {}
