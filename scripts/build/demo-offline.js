/**
 * `demo-site.ts` prepends the constants BUILD and FILES. The models aren't among FILES, because the element caches
 * them. Requests go to the network first, so users who are online never see an older demo.
 */
const PREFIX = 'hybrid-search-demo-';
const CURRENT = PREFIX + BUILD;

async function install() {
  const cache = await caches.open(CURRENT);
  // The model's runtime has 14 MB.
  const files = FILES.filter((file) => !navigator.connection?.saveData || !file.startsWith('ort/'));
  await cache.addAll(files.map((file) => new Request(file, { cache: 'no-cache' })));
  await skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== CURRENT) await caches.delete(name);
  await clients.claim();
}

async function answer(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const cache = await caches.open(CURRENT);
    const kept = await cache.match(request, { ignoreSearch: request.mode === 'navigate', ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(activate()));
addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && request.url.startsWith(registration.scope)) event.respondWith(answer(request));
});
