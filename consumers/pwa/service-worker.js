const CACHE = 'consumer-1';
const PAGE = ['./', './main.js', './proof.js', './prove-documents.js', './make-pdf.js', './register.js'];

addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const files = await (await fetch('./lib/files.json')).json();
      const cache = await caches.open(CACHE);
      await cache.addAll([...PAGE, ...Object.keys(files).map((path) => `./lib/${path}`)]);
    })(),
  );
});

addEventListener('fetch', (event) => {
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
