/** A field for the passphrase also accepts the words of the recovery kit. */

export interface Secret {
  passphrase?: string;
  recoveryKit?: string;
}

const KIT_WORDS = 24;

export function toSecret(text: string): Secret {
  const isKit = (text.match(/[a-z]+/gi)?.length ?? 0) >= KIT_WORDS;
  return isKit ? { recoveryKit: text } : { passphrase: text.trim() };
}
