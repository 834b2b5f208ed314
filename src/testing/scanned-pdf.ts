import { createCanvas } from '@napi-rs/canvas';
import { degrees, PDFDocument, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';

export interface ScannedPage {
  lines: readonly string[];
  /** Default: `jpeg`. `fax` is black and white, in strips. */
  form?: 'jpeg' | 'fax';
  /** The page has a rotation that turns the picture upright. */
  turned?: boolean;
  /** Programs that number or stamp pages add real text. */
  stamp?: string;
}

/** A4 at 150 dots an inch. */
const WIDTH = 1_240;
const HEIGHT = 1_754;
const A4 = [595, 842] as const;

export async function scannedPdf(pages: readonly ScannedPage[], title = ''): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  if (title !== '') document.setTitle(title);
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const { lines, form = 'jpeg', turned = false, stamp } of pages) {
    const [width, height] = turned ? [A4[1], A4[0]] : A4;
    const page = document.addPage([width, height]);
    const png = await sharp(paper(lines))
      .rotate(turned ? 90 : 0)
      .png()
      .toBuffer();
    if (form === 'fax') await addFax(page, png);
    else await addJpeg(page, png);
    // The picture is rotated by 90°, so rotate the page by the other 270°.
    if (turned) page.setRotation(degrees(270));
    if (stamp) page.drawText(stamp, { x: 20, y: 12, size: 8, font });
  }
  return new Uint8Array(await document.save());
}

/** Design programs export text as outlines. */
export async function outlinedPdf(): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const page = document.addPage([...A4]);
  page.drawSvgPath('M0 0h6v22h20v-22h6v50h-6v-22h-20v22h-6z', { x: 60, y: 760, color: rgb(0, 0, 0) });
  return new Uint8Array(await document.save());
}

function paper(lines: readonly string[]): Buffer {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = 'black';
  context.font = '34px sans-serif';
  for (const [at, line] of lines.entries()) context.fillText(line, 100, 140 + 60 * at);
  return canvas.toBuffer('image/png');
}

async function addJpeg(page: PDFPage, png: Buffer): Promise<void> {
  const image = await page.doc.embedJpg(await sharp(png).flatten().jpeg({ quality: 80 }).toBuffer());
  page.drawImage(image, { x: 0, y: 0, ...page.getSize() });
}

/** Group 4, the compression of fax machines and of black and white scans. */
async function addFax(page: PDFPage, png: Buffer): Promise<void> {
  const gray = sharp(png).flatten().grayscale().threshold(128).toColourspace('b-w');
  const { width, height, strips } = readTiff(await gray.tiff({ compression: 'ccittfax4', bitdepth: 1 }).toBuffer());
  const { context } = page.doc;
  const full = page.getSize();
  let top = 0;
  const painted = strips.map(({ data, rows }) => {
    const image = context.stream(data, {
      Type: 'XObject',
      Subtype: 'Image',
      Width: width,
      Height: rows,
      ColorSpace: 'DeviceGray',
      BitsPerComponent: 1,
      Filter: 'CCITTFaxDecode',
      DecodeParms: { K: -1, Columns: width, Rows: rows, BlackIs1: true },
    });
    const name = page.node.newXObject('Fax', context.register(image));
    top += rows;
    const bottom = full.height * (1 - top / height);
    return `q ${full.width} 0 0 ${(full.height * rows) / height} 0 ${bottom} cm ${name} Do Q`;
  });
  page.node.addContentStream(context.register(context.stream(painted.join('\n'))));
}

const TAGS = { width: 256, height: 257, offsets: 273, rows: 278, sizes: 279 } as const;
const SHORT = 3;

interface Tiff {
  width: number;
  height: number;
  strips: { data: Uint8Array; rows: number }[];
}

function readTiff(tiff: Buffer): Tiff {
  const first = tiff.readUInt32LE(4);
  const entries = new Map<number, number[]>();
  for (let at = first + 2; at < first + 2 + 12 * tiff.readUInt16LE(first); at += 12) {
    const isShort = tiff.readUInt16LE(at + 2) === SHORT;
    const bytes = isShort ? 2 : 4;
    const count = tiff.readUInt32LE(at + 4);
    const start = count * bytes > 4 ? tiff.readUInt32LE(at + 8) : at + 8;
    const value = (index: number): number =>
      isShort ? tiff.readUInt16LE(start + bytes * index) : tiff.readUInt32LE(start + bytes * index);
    entries.set(
      tiff.readUInt16LE(at),
      Array.from({ length: count }, (_, index) => value(index)),
    );
  }
  const values = (tag: keyof typeof TAGS): number[] => entries.get(TAGS[tag])!;
  const [[width = 0], [height = 0], [most = 0], sizes] = [
    values('width'),
    values('height'),
    values('rows'),
    values('sizes'),
  ];
  const strips = values('offsets').map((offset, at) => ({
    data: tiff.subarray(offset, offset + sizes[at]!),
    rows: Math.min(most, height - at * most),
  }));
  return { width, height, strips };
}
