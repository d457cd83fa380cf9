import { isJpeg } from './jpeg-segments.js';
import { isPng } from './png-chunks.js';

/** Bytes at the beginning of an image that include its size, even behind profiles and previews. */
export const IMAGE_HEAD_BYTES = 1 << 18;

/** Places of width and height in a PNG's header (§11.2.1) and in that of KTX2 (section 2). */
const PNG_SIZE_AT = 16;
const KTX2_SIZE_AT = 20;
const KTX2_FIRST = 0xab;
/** Second bytes of the markers of JPEG's frames (T.81, table B.1), and others among their numbers. */
const FRAMES = [0xc0, 0xcf] as const;
const NO_FRAMES = [0xc4, 0xc8, 0xcc];

/** Number of texels of an image from the beginning of its file, for estimates; 0 if it is not there, as in WebP. */
export function countTexels(head: Uint8Array): number {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (isPng(head) && head.length >= PNG_SIZE_AT + 8)
    return view.getUint32(PNG_SIZE_AT) * view.getUint32(PNG_SIZE_AT + 4);
  if (isJpeg(head)) return jpegTexels(view);
  if (head[0] === KTX2_FIRST && head.length >= KTX2_SIZE_AT + 8)
    return view.getUint32(KTX2_SIZE_AT, true) * view.getUint32(KTX2_SIZE_AT + 4, true);
  return 0;
}

function jpegTexels(view: DataView): number {
  for (let at = 2; at + 9 <= view.byteLength && view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    if (marker >= FRAMES[0] && marker <= FRAMES[1] && !NO_FRAMES.includes(marker))
      return view.getUint16(at + 5) * view.getUint16(at + 7);
  }
  return 0;
}
