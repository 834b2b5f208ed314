/** Offers the multilingual model if more than a few notes are in languages that the current model doesn't read. */
import { html, nothing, type TemplateResult } from 'lit';
import { downloadBytes, MODEL_PROFILES, MULTILINGUAL_E5_SMALL } from '../../../core/model-profiles.ts';
import { unreadNotes } from '../../session/answer/missing-answers.ts';
import type { Session } from '../../session/session.ts';
import type { Stats } from '../../shared/engine-access.ts';
import { formatBytes, formatLanguages } from '../../shared/format.ts';
import { frameIcons } from '../../shared/frame-icons.ts';
import { statusIcons } from '../../shared/status-icons.ts';
import { keepStored, readStored, storedName } from '../../shared/stored.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';

const PUT_OFF_MS = 30 * 86_400_000;
const OFFERED = MODEL_PROFILES.find(({ id }) => id === MULTILINGUAL_E5_SMALL)!;

const nameOf = (store: string): string => storedName('languages-asked', store);

const isPutOff = (store: string, now: number): boolean => now - Number(readStored(nameOf(store))) < PUT_OFF_MS;

/** Only a shipped model is replaced, not a page's own. If the model is off or failed, another one wouldn't help. */
function isReplaceable({ id, state }: Stats['model']): boolean {
  const ours = id !== OFFERED.id && MODEL_PROFILES.some((known) => known.id === id);
  return ours && state !== 'off' && state !== 'failed';
}

export function renderLanguageOffer(session: Session, strings: SearchStrings): TemplateResult | typeof nothing {
  const { host, connection, places, notices } = session;
  const { stats } = connection.state;
  const unread = unreadNotes(stats);
  if (stats === null || unread === null || !isReplaceable(stats.model) || isPutOff(host.name, Date.now()))
    return nothing;
  // Once any model runs, the runtime is already downloaded.
  const bytes = stats.model.state === 'ready' ? OFFERED.bytes : downloadBytes(OFFERED);
  const accept = async (): Promise<void> => {
    places.focusBox();
    await session.setModel(OFFERED.id);
    await connection.client?.loadModel();
    connection.refreshStats(0);
  };
  const later = (): void => {
    keepStored(nameOf(host.name), String(Date.now()));
    places.focusBox();
    places.requestUpdate();
  };
  return html`<p class="storage-note offer" part="language-offer">
    ${statusIcons.help}<span
      >${strings.unreadNotes(unread.notes, formatLanguages(unread.languages, strings.locale))}
      <button type="button" class="link" part="button" @click=${() => accept().catch(notices.report)}>${strings.readThemToo(formatBytes(bytes, strings.locale))}</button></span
    >
    <button type="button" class="icon-only quiet" part="button" aria-label=${strings.later} title=${strings.later} @click=${later}>${frameIcons.clear}</button>
  </p>`;
}
