/** Writes the master key as 24 words with a checksum, in numbered groups of four. */
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { SyncError } from '../sync-error.ts';

const GROUP = 4;

export function toRecoveryKit(master: Uint8Array): string {
  const words = entropyToMnemonic(master, wordlist).split(' ');
  const lines = Array.from({ length: words.length / GROUP }, (_, line) =>
    words.slice(line * GROUP, (line + 1) * GROUP).join(' '),
  );
  return lines.map((line, at) => `${at + 1}. ${line}`).join('\n');
}

/** Accepts any case and spacing, with or without the numbers. @throws SyncError `decryption` */
export function fromRecoveryKit(text: string): Uint8Array<ArrayBuffer> {
  const words =
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  try {
    return Uint8Array.from(mnemonicToEntropy(words.join(' '), wordlist));
  } catch (cause) {
    throw new SyncError('decryption', 'A word of the recovery kit is missing or wrong: check all 24', { cause });
  }
}
