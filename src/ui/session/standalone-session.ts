/**
 * Sessions of parts outside any `<hybrid-search>`: that of the element whose id the part names, or else one per store
 * name, or per client that a page provides.
 */
import { HybridSearchError } from '../../core/errors.ts';
import type { HybridSearchClient, SearchClient } from '../shared/engine-access.ts';
import type { Words } from '../strings/words.ts';
import { Session } from './session.ts';
import type { SessionHost } from './session-host.ts';
import { providerOf, type SessionProvider } from './session-providers.ts';

export interface StandalonePart extends Pick<Element, 'closest' | 'dispatchEvent' | 'getRootNode'> {
  readonly name: string;
  readonly htmlFor: string | null;
  readonly client: SearchClient | null;
  readonly words: Words;
}

const sessions = new Map<string | SearchClient, Session>();

export async function findSession(part: StandalonePart): Promise<Session> {
  const { htmlFor } = part;
  if (htmlFor === null) return standaloneSession(part);
  const provider = await providerById(part, htmlFor);
  if (provider) return provider.session();
  throw new HybridSearchError('invalid-option', `no part of an element has the id ${htmlFor}`, { path: 'for' });
}

async function providerById(part: StandalonePart, id: string): Promise<SessionProvider | null> {
  const root = part.getRootNode() as Document | ShadowRoot;
  // The element may come later in the page, so wait until the page is parsed.
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  const target = root.getElementById?.(id) ?? document.getElementById(id);
  if (!target?.localName.includes('-')) return null;
  await customElements.whenDefined(target.localName);
  return providerOf(target);
}

function standaloneSession(part: StandalonePart): Session {
  const key = part.client ?? part.name;
  const known = sessions.get(key);
  if (known) return known;
  const host = new StandaloneHost(part);
  const session = new Session(host);
  host.dispatchEvent = (event) => (session.places.firstInPage ?? part).dispatchEvent(event);
  session.places.onEmpty = () => {
    sessions.delete(key);
    void session.close();
  };
  sessions.set(key, session);
  session.open();
  return session;
}

/** Default values of settings for which parts have no attribute. A page that wants other values sets a client. */
class StandaloneHost implements SessionHost {
  readonly name: string;
  readonly client: HybridSearchClient | null;
  readonly words: Words;
  readonly modelLoad = 'auto';
  readonly assetBase = null;
  readonly language = null;
  readonly readonly = false;
  readonly limit = 10;
  readonly deepLink = null;
  model = 'auto';
  query = '';
  readonly #first: StandalonePart;
  dispatchEvent: (event: Event) => boolean;

  constructor(part: StandalonePart) {
    this.name = part.name;
    // Only box, filters and results accept a `SearchClient`, and they call nothing else.
    this.client = part.client as HybridSearchClient | null;
    this.words = part.words;
    this.#first = part;
    this.dispatchEvent = (event) => part.dispatchEvent(event);
  }

  closest(selector: string): Element | null {
    return this.#first.closest(selector);
  }
}
