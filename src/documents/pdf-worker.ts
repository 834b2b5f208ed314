import { serve } from '../protocol/serve.ts';
import { documentsApi } from './documents-api.ts';
import { pdfReader } from './pdf/pdf.ts';

declare const self: DedicatedWorkerGlobalScope;

const pdf = pdfReader({
  createCanvas: (width, height) => new OffscreenCanvas(width, height),
  async readFile(name) {
    const response = await fetch(new URL(`pdfjs/${name}`, self.location.href));
    if (!response.ok) throw new Error(`${response.url}: status ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  },
});

serve(documentsApi({ pdf }), self);
