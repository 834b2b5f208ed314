import 'hybrid-search-element/define';
import { restOnBattery } from './battery.ts';
import { syncInBackground } from './sync.ts';

const element = document.querySelector('hybrid-search');
void element?.ready.then((client) => {
  syncInBackground(client);
  return restOnBattery(client);
});
element?.addEventListener('hs-select', (event) => {
  const url = event.hit?.memory.url;
  if (!url || !/^https?:/.test(url)) return;
  event.preventDefault();
  void chrome.tabs.create({ url });
});
