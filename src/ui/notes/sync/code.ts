/** A QR code as the path of an SVG, one unit a module. */
import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

/** A screen needs little correction, and a coarser code is read faster. */
export function codeOf(text: string): { path: string; size: number } {
  const code = generate(text, { minCorrectionLevel: correction.L });
  return { path: toSvgPath(code), size: code.size };
}
