const CACHE = 'consumer-1';

addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const files = await (await fetch('/precache.json')).json();
      await (await caches.open(CACHE)).addAll(files);
    })(),
  );
});

addEventListener('fetch', (event) => {
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
