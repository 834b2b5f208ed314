/** Draws a QR code as an SVG path with one unit per module. */
import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

/** A screen needs little error correction, and cameras read a coarser code faster. */
export function codeOf(text: string): { path: string; size: number } {
  const code = generate(text, { minCorrectionLevel: correction.L });
  return { path: toSvgPath(code), size: code.size };
}
