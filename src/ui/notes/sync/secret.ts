/** The words of the recovery kit can replace the passphrase. */

export interface Secret {
  passphrase?: string;
  recoveryKit?: string;
}

const KIT_WORDS = 24;

export function toSecret(text: string): Secret {
  const isKit = (text.match(/[a-z]+/gi)?.length ?? 0) >= KIT_WORDS;
  return isKit ? { recoveryKit: text } : { passphrase: text.trim() };
}
