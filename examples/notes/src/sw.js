/**
 * `vite.config.ts` prepends `APP_FILES` and `SEARCH_FILES` to this script. A new build waits until the page sends
 * `update`, so that no page mixes two builds.
 */
const APP = 'notes-app-';
const SEARCH = 'notes-search';

const currentApp = async () => {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(APP_FILES)));
  return APP + [...new Uint8Array(bytes, 0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

async function install() {
  const app = await caches.open(await currentApp());
  await app.addAll(APP_FILES.map((file) => new Request(file, { cache: 'no-cache' })));
  const search = await caches.open(SEARCH);
  for (const [path, { sha256 }] of Object.entries(SEARCH_FILES)) {
    // Caches only files in folders. The others are modules, which the page's bundle contains. Unchanged files aren't
    // fetched again, because they're large.
    const url = new URL(`hybrid-search/${path}`, registration.scope).href;
    if (!path.includes('/') || (await search.match(url))?.headers.get('x-sha256') === sha256) continue;
    const response = await fetch(url, { cache: 'no-cache' });
    if (!response.ok) throw new Error(`${response.status} ${url}`);
    const headers = new Headers(response.headers);
    headers.set('x-sha256', sha256);
    await search.put(url, new Response(response.body, { headers }));
  }
}

async function activate() {
  const current = await currentApp();
  for (const name of await caches.keys()) if (name.startsWith(APP) && name !== current) await caches.delete(name);
  await clients.claim();
}

/** Reads the app only from its own build's cache. A build that's waiting has its own cache as well. */
async function answer(request) {
  const options = { ignoreSearch: request.mode === 'navigate', ignoreVary: true };
  const cacheName = request.url.includes('/hybrid-search/') ? SEARCH : await currentApp();
  const kept = await (await caches.open(cacheName)).match(request, options);
  return kept ?? fetch(request);
}

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(activate()));
addEventListener('message', ({ data }) => {
  if (data === 'update') skipWaiting();
});
addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && request.url.startsWith(registration.scope)) event.respondWith(answer(request));
});
