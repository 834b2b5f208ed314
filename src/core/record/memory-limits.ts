/** In UTF-8. */
export const MAX_TEXT_BYTES = 1_048_576;
/** In UTF-16 units, like all lengths. */
export const MAX_ID_LENGTH = 512;
export const MAX_TITLE_LENGTH = 4_096;
/** `type`, `source`, `thread`, `session`, `owner`, `group`, `channel`, and each tag. */
export const MAX_NAME_LENGTH = 512;
export const MAX_URL_LENGTH = 65_536;
export const MAX_LINK_LENGTH = 4_096;
export const MAX_TAGS = 1_000;
export const MAX_LINKS = 10_000;
export const MAX_LANG_LENGTH = 64;
/** As JSON in UTF-8. */
export const MAX_METADATA_BYTES = 65_536;
/** The metadata object itself counts as 1. */
export const MAX_METADATA_DEPTH = 32;
export const MAX_IMAGE_BYTES = 5 * 1_048_576;
/** Chosen so that a memory with this many images fits into one record of an import (`MAX_RECORD_LENGTH`). */
export const MAX_IMAGES = 8;
export const MAX_ALT_LENGTH = 4_096;
export const MAX_IMPORTANCE = 10;
export const DEFAULT_TYPE = 'note';
export const CONVERSATION_TYPE = 'conversation';
export const DEFAULT_CONFIDENCE = 0.5;
