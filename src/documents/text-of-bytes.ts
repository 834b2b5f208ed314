/** Decodes text in its declared encoding. If that's missing or wrong, tries UTF-8, then Windows-1252. */
import { encodingOf } from '../core/import/utf8.ts';

const NAMED =
  /<meta[^>]{0,200}?charset\s*=\s*["']?([\w.:-]{2,40})|^\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w.:-]{2,40})/i;
const HEAD_BYTES = 2_048;

export function textOfBytes(bytes: Uint8Array, named = ''): string {
  const marked = encodingOf(bytes);
  const head = marked === 'utf-8' ? new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES)) : '';
  const [, meta, xml] = NAMED.exec(head) ?? [];
  for (const label of [marked === 'utf-8' ? named : marked, meta ?? xml ?? '', 'utf-8']) {
    const text = decoded(bytes, label);
    if (text !== null) return text;
  }
  return new TextDecoder('windows-1252').decode(bytes);
}

function decoded(bytes: Uint8Array, label: string): string | null {
  if (label === '') return null;
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
