await navigator.serviceWorker.register('./service-worker.js');
globalThis.installed = navigator.serviceWorker.ready.then(() => true);
