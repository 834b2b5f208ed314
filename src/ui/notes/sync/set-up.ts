import { loginOf } from '../../../core/login-of.ts';
import type { HybridSearchClient, SyncFinding, SyncOptions } from '../../shared/engine-access.ts';
import { State } from '../../shared/state.ts';
import { fromLink } from './invitation.ts';

export interface SetUpState {
  kind: 'server' | 'folder';
  address: string;
  user: string;
  password: string;
  folder: FileSystemDirectoryHandle | null;
  /** Set by a link from another device. */
  passphrase: string;
  asksLogin: boolean;
  isWrongAddress: boolean;
  isChecking: boolean;
  findings: readonly SyncFinding[];
}

/** The function is missing in some type libraries and in some browsers. */
interface WithPicker {
  showDirectoryPicker?(options: { id: string; mode: 'readwrite' }): Promise<FileSystemDirectoryHandle>;
}

export const canPickFolders = (): boolean => (globalThis as WithPicker).showDirectoryPicker !== undefined;

const EMPTY: SetUpState = {
  kind: 'server',
  address: '',
  user: '',
  password: '',
  folder: null,
  passphrase: '',
  asksLogin: false,
  isWrongAddress: false,
  isChecking: false,
  findings: [],
};

export class SetUp extends State<SetUpState> {
  constructor() {
    super(EMPTY);
  }

  reset(): void {
    this.set(EMPTY);
  }

  change(change: Partial<Pick<SetUpState, 'kind' | 'address' | 'user' | 'password'>>): void {
    this.set({ ...change, findings: [], isWrongAddress: false });
  }

  takeLink(text: string): boolean {
    const invitation = fromLink(text);
    if (!invitation) return false;
    const { url, passphrase } = invitation;
    this.set({ ...EMPTY, kind: url === '' ? 'folder' : 'server', passphrase });
    if (url !== '') this.#takeAddress(url);
    return true;
  }

  get isReady(): boolean {
    const { findings } = this.state;
    return findings.length > 0 && findings.every(({ ok }) => ok !== false);
  }

  get place(): string {
    const { kind, address, folder } = this.state;
    return kind === 'folder' ? placeName(undefined, folder) : placeName(address, null);
  }

  get isInUse(): boolean {
    return this.state.findings.some(({ inUse }) => inUse);
  }

  get options(): Pick<SyncOptions, 'url' | 'folder'> {
    const { kind, folder } = this.state;
    return kind === 'folder' ? { folder: folder! } : { url: this.#url() };
  }

  async check(client: HybridSearchClient): Promise<void> {
    const { kind, address, folder } = this.state;
    if (kind === 'server') {
      if (fromLink(address)) this.takeLink(address);
      else if (isDatabase(address)) this.#takeAddress(address);
      else return this.set({ isWrongAddress: true, findings: [] });
    } else if (!folder) return;
    this.set({ isChecking: true, findings: [] });
    try {
      const findings = await client.checkSync(this.options);
      const asksLogin = findings.some(({ step, ok }) => step === 'credentials' && ok === false);
      this.set({ findings, asksLogin: asksLogin || this.state.asksLogin });
    } finally {
      this.set({ isChecking: false });
    }
  }

  /** Outside the handler of a click, the browser refuses to show its picker. */
  async chooseFolder(client: HybridSearchClient): Promise<void> {
    const picker = globalThis as WithPicker;
    const folder = await picker.showDirectoryPicker?.({ id: 'sync', mode: 'readwrite' }).catch(() => null);
    if (!folder) return;
    this.set({ folder });
    await this.check(client);
  }

  #takeAddress(text: string): void {
    const url = new URL(text.trim());
    const login = loginOf(url);
    this.set({ address: url.origin + databasePath(url) });
    if (login.user !== '') this.set({ ...login, asksLogin: true });
  }

  #url(): string {
    const { address, user, password } = this.state;
    return withLogin(address, user, password);
  }
}

/** Returns the host and path of the server without the login, or the name of the folder. */
export function placeName(url: string | undefined, folder: { name: string } | null | undefined): string {
  if (!url) return folder?.name ?? '';
  const { host, pathname } = new URL(url);
  return host + pathname;
}

export function withLogin(address: string, user: string, password: string): string {
  const url = new URL(address);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password);
  return url.href;
}

/** CouchDB's own pages and commands start with `_`. People copy their addresses from the browser. */
function isDatabase(text: string): boolean {
  if (!URL.canParse(text.trim())) return false;
  const url = new URL(text.trim());
  return /^https?:$/.test(url.protocol) && /\/[^/_][^/]*$/.test(databasePath(url));
}

const databasePath = ({ pathname }: URL): string => pathname.replace(/\/+$/, '');
