/** `source` of memories whose file doesn't name a program or a speaker. */
export const IMPORT_SOURCE = 'import';
