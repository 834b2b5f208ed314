import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { MemoryImage } from '../../../core/record/memory.ts';
import { icons } from '../../shared/icons.ts';
import { renderPicture } from '../../shared/picture-canvas.ts';
import type { PictureMark } from '../../shared/picture-marks.ts';
import type { Strings } from '../../strings/strings.ts';

export interface FormPicturesView {
  strings: Strings;
  marks: readonly PictureMark[];
  pictures: ReadonlyMap<string, MemoryImage>;
  onAlt: (key: string, alt: string) => void;
  onRemove: (key: string) => void;
  onDone: () => void;
}

export function renderFormPictures(view: FormPicturesView): TemplateResult | typeof nothing {
  const { strings, pictures, onDone } = view;
  const marks = view.marks.filter(({ key }) => pictures.has(key));
  if (marks.length === 0) return nothing;
  const onKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.isComposing) return;
    event.preventDefault();
    onDone();
  };
  return html`<ul class="pictures">
    ${marks.map(
      ({ key, alt }) => html`<li>
        ${renderPicture(key, pictures.get(key)!, alt, false)}
        <div class="field">
          <label for=${`alt-${key}`}>${strings.pictureAlt}</label>
          <input
            class="input"
            part="field"
            id=${`alt-${key}`}
            dir="auto"
            autocomplete="off"
            placeholder=${strings.pictureAltHint}
            .value=${live(alt)}
            @input=${(event: Event) => view.onAlt(key, (event.target as HTMLInputElement).value)}
            @keydown=${onKeydown}
          />
        </div>
        <button
          type="button"
          class="icon-only quiet"
          part="button"
          aria-label=${strings.pictureRemove}
          title=${strings.pictureRemove}
          @click=${() => view.onRemove(key)}
        >${icons.trash}</button>
      </li>`,
    )}
  </ul>`;
}

/** Copies from a spreadsheet or a page have both text and a picture. */
export function picturesIn(data: DataTransfer | null): File[] {
  if (!data || data.types.includes('text/plain')) return [];
  return [...data.files].filter(({ type }) => type.startsWith('image/'));
}

/** Pixels. Such a picture is sharp on a whole screen, and about 0.2 MB as WebP. */
const MAX_EDGE = 1_600;
const QUALITY = 0.82;

/**
 * Turns a picture upright and scales it down. That also drops a photo's metadata, such as place and camera. Rejects if
 * the browser can't read the file as a picture.
 */
export async function readPicture(file: Blob): Promise<MemoryImage> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, MAX_EDGE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await encode(canvas);
  return { data: await blob.arrayBuffer(), mimeType: blob.type, alt: '' };
}

/** Safari can't encode WebP and returns PNG, in which a photo is ten times as large. JPEG is then tried too. */
async function encode(canvas: HTMLCanvasElement): Promise<Blob> {
  const as = (type: string): Promise<Blob> =>
    new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), type, QUALITY);
    });
  const webp = await as('image/webp');
  if (webp.type === 'image/webp') return webp;
  const jpeg = await as('image/jpeg');
  return jpeg.size < webp.size ? jpeg : webp;
}
