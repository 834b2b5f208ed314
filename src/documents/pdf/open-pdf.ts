/** Opens a PDF with PDF.js. The library's worker code runs in this thread, which is a worker already. */
import './missing-methods.ts';
// The module registers itself as `globalThis.pdfjsWorker`. It ignores messages that aren't its own.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

export type PdfFile = `${string}.wasm` | `${string}.bcmap`;

export interface PdfPlatform {
  createCanvas(width: number, height: number): OffscreenCanvas;
  /** Reads an image decoder or a character map. */
  readFile(name: PdfFile): Promise<Uint8Array>;
}

/** An A3 page at 600 dots per inch has 70 million pixels. */
const MAX_PICTURE_PIXELS = 100_000_000;

export async function openPdf(bytes: Uint8Array, platform: PdfPlatform): Promise<PDFDocumentProxy> {
  return await getDocument({
    data: bytes,
    verbosity: 0,
    stopAtErrors: false,
    // Workers have no fonts, and need none: only scans are drawn, and those are pictures.
    useSystemFonts: false,
    disableFontFace: true,
    maxImageSize: MAX_PICTURE_PIXELS,
    useWorkerFetch: false,
    // These URLs only tell the library that such files exist. `BinaryDataFactory` reads the files.
    wasmUrl: 'pdfjs/',
    cMapUrl: 'pdfjs/',
    cMapPacked: true,
    CanvasFactory: canvasesOf(platform),
    FilterFactory: NoFilters,
    BinaryDataFactory: filesOf(platform),
  }).promise;
}

interface Canvas {
  canvas: OffscreenCanvas | null;
  context: OffscreenCanvasRenderingContext2D | null;
}

/** The library's own factory creates canvases with `document`, which a worker doesn't have. */
function canvasesOf({ createCanvas }: PdfPlatform): object {
  return class {
    create(width: number, height: number): Canvas {
      const canvas = createCanvas(width, height);
      return { canvas, context: canvas.getContext('2d', { willReadFrequently: true }) };
    }

    getNoAlphaContext(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D | null {
      return canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    }

    reset({ canvas }: Canvas, width: number, height: number): void {
      canvas!.width = width;
      canvas!.height = height;
    }

    destroy(drawn: Canvas): void {
      this.reset(drawn, 0, 0);
      drawn.canvas = null;
      drawn.context = null;
    }
  };
}

/** The library's filters are SVG elements of the document. They only change colours, so they aren't needed here. */
class NoFilters {
  addFilter = (): string => 'none';
  addHCMFilter = this.addFilter;
  addAlphaFilter = this.addFilter;
  addLuminosityFilter = this.addFilter;
  addKnockoutFilter = this.addFilter;
  addHighlightHCMFilter = this.addFilter;
  destroy(): void {}
}

function filesOf({ readFile }: PdfPlatform): object {
  return class {
    async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
      // The library also requests fonts, but works without them.
      if (!/\.(?:wasm|bcmap)$/.test(filename)) throw new Error(`There is no ${filename}`);
      return readFile(filename as PdfFile);
    }
  };
}
