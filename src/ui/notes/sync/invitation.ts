/** A link that sets up another device. Its secret is in the fragment, which browsers never send to a server. */
import { addressOfPage } from '../../session/deep-link.ts';
import type { SessionHost } from '../../session/session-host.ts';
import { invitationStart } from '../../shared/invitation-start.ts';

export interface Invitation {
  /** Empty if the devices share a folder. */
  url: string;
  passphrase: string;
}

export function toLink(host: SessionHost, { url, passphrase }: Invitation): string {
  const link = addressOfPage(host);
  const bytes = new TextEncoder().encode(JSON.stringify([url, passphrase]));
  const secret = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
  link.hash = invitationStart(host.name) + secret;
  return link.href;
}

export function fromLink(text: string): Invitation | null {
  const secret = /(?:^|\.)([\w-]+)$/.exec(text.trim())?.[1];
  if (!secret) return null;
  try {
    const binary = atob(secret.replaceAll('-', '+').replaceAll('_', '/'));
    const [url, passphrase] = JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (c) => c.charCodeAt(0))));
    return typeof url === 'string' && typeof passphrase === 'string' ? { url, passphrase } : null;
  } catch {
    return null;
  }
}

export interface Secret {
  passphrase?: string;
  recoveryKit?: string;
}

const KIT_WORDS = 24;

/** A field for the passphrase also accepts the words of the recovery kit. */
export function toSecret(text: string): Secret {
  const isKit = (text.match(/[a-z]+/gi)?.length ?? 0) >= KIT_WORDS;
  return isKit ? { recoveryKit: text } : { passphrase: text.trim() };
}
