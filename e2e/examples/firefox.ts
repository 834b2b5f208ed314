/**
 * Playwright's Firefox is a separate build that isn't available everywhere, so this drives the released one over its
 * Marionette protocol. Each message on the socket is a length, a colon and JSON.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const FIREFOX = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
export const hasFirefox = (): boolean => existsSync(FIREFOX);

const START_MS = 60_000;
const SCRIPT_MS = 60_000;

export interface Firefox {
  installAddon(path: string): Promise<void>;
  /** From then on, `run` uses this tab. */
  open(url: string): Promise<string>;
  /** Makes `run` use the tab, without bringing it to the front. */
  behind(handle: string): Promise<void>;
  /** Runs the body of an asynchronous function in the tab. Its value must be JSON. */
  run(body: string): Promise<unknown>;
  close(): Promise<void>;
}

/** @param uuids host name of each add-on's pages, by add-on id; without one, Firefox chooses a random name */
export async function startFirefox(uuids: { [id: string]: string }): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  const port = await freePort();
  const preferences = {
    'marionette.port': port,
    'extensions.webextensions.uuids': JSON.stringify(uuids),
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.update.disabledForTesting': true,
    'browser.shell.checkDefaultBrowser': false,
  };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const own = ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote', '--profile', profile];
  const browser = spawn(FIREFOX, own, { stdio: 'ignore' });
  const marionette = await connected(browser, port);
  await marionette.send('WebDriver:NewSession', {});
  await marionette.send('WebDriver:SetTimeouts', { script: SCRIPT_MS });
  const handles = async (): Promise<string[]> => (await marionette.send('WebDriver:GetWindowHandles', {})) as string[];
  const run = async (body: string): Promise<unknown> => {
    const script = `const done = arguments[arguments.length - 1];
      (async () => {${body}})().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const answer = await marionette.send('WebDriver:ExecuteAsyncScript', { script, args: [] });
    const told = (answer as { value: { value?: unknown; error?: string } | null }).value;
    if (told === null) throw new Error('the page has gone');
    const { value, error } = told;
    if (error !== undefined) throw new Error(error);
    return value;
  };
  /** Only the browser itself may open an add-on's pages. */
  const system = async (body: string, ...args: unknown[]): Promise<unknown> => {
    await marionette.send('Marionette:SetContext', { value: 'chrome' });
    try {
      const script = `const SYSTEM = Services.scriptSecurityManager.getSystemPrincipal(); ${body}`;
      return await marionette.send('WebDriver:ExecuteScript', { script, args });
    } finally {
      await marionette.send('Marionette:SetContext', { value: 'content' });
    }
  };
  return {
    installAddon: async (path) => void (await marionette.send('Addon:Install', { path, temporary: true })),
    async open(url) {
      const before = await handles();
      await system('gBrowser.selectedTab = gBrowser.addTab(arguments[0], { triggeringPrincipal: SYSTEM });', url);
      const handle = await soon(async () => (await handles()).find((each) => !before.includes(each)));
      await marionette.send('WebDriver:SwitchToWindow', { handle, focus: false });
      // The tab exists before its page has loaded.
      await soon(
        async () =>
          (await run(`return location.href === ${JSON.stringify(url)} && document.readyState`).catch(() => '')) ===
          'complete',
      );
      return handle;
    },
    behind: async (handle) => void (await marionette.send('WebDriver:SwitchToWindow', { handle, focus: false })),
    run,
    async close() {
      const ended = new Promise((resolve) => browser.once('exit', resolve));
      await marionette.send('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => browser.kill());
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

async function soon<Found>(find: () => Promise<Found | undefined | false>): Promise<Found> {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; ) {
    const found = await find();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('what was waited for did not come');
}

interface Marionette {
  send(command: string, parameters: object): Promise<unknown>;
}

async function connected(browser: ChildProcess, port: number): Promise<Marionette> {
  for (const deadline = Date.now() + START_MS; ; ) {
    const socket = await reach(port);
    if (socket) return speaking(socket);
    if (browser.exitCode !== null || Date.now() > deadline) throw new Error(`${FIREFOX} does not answer`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const reach = (port: number): Promise<Socket | undefined> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });

function speaking(socket: Socket): Marionette {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let received = Buffer.alloc(0);
  let last = 0;
  socket.on('data', (piece) => {
    received = Buffer.concat([received, piece]);
    for (;;) {
      const colon = received.indexOf(':');
      const length = Number(received.subarray(0, colon).toString());
      if (colon < 0 || received.length < colon + 1 + length) return;
      const message = JSON.parse(received.subarray(colon + 1, colon + 1 + length).toString()) as unknown;
      received = received.subarray(colon + 1 + length);
      // The first message, a greeting, is an object.
      if (!Array.isArray(message)) continue;
      const [, id, error, value] = message as [number, number, { error: string; message: string } | null, unknown];
      const asked = waiting.get(id);
      waiting.delete(id);
      if (error) asked?.reject(new Error(`${error.error}: ${error.message}`));
      else asked?.resolve(value);
    }
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has ended'));
  });
  return {
    send: (command, parameters) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        waiting.set(id, { resolve, reject });
        const message = JSON.stringify([0, id, command, parameters]);
        socket.write(`${Buffer.byteLength(message)}:${message}`);
      }),
  };
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
