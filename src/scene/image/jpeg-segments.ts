import { checkImageSize, imageFault } from './image.js';

/** Second bytes of markers: ITU-T T.81, table B.1. */
const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const RESTART_FIRST = 0xd0;
const BASELINE = 0xc0;
const EXTENDED = 0xc1;
const PROGRESSIVE = 0xc2;
/** Markers in the range of those of frames that do not begin frames. */
const NO_FRAMES = [0xc4, 0xc8, 0xcc];
const FRAME_LAST = 0xcf;

/** Encoders write 1 to 20; each passes over all blocks, however short it is. */
const MAX_SCANS = 100;
/**
 * A block of 8 × 8 samples takes at least one bit (a DC difference), so a byte holds at most 512 texels of a grey
 * image.
 */
const MAX_TEXELS_PER_BYTE = 512;
const MAX_SAMPLING = 4;

/** Size of an image. */
interface JpegSize {
  width: number;
  height: number;
}

/** Whether the bytes begin like a JPEG file. */
export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === START && bytes[2] === 0xff;
}

/**
 * Checks the segments of a JPEG file without decoding it; returns its size. Throws UserError if it is truncated, has
 * more texels than its bytes can hold, more scans than any encoder writes, or is of an unsupported kind (lossless,
 * arithmetic coding, 12 bits).
 */
export function checkJpeg(bytes: Uint8Array, name: string): JpegSize {
  let size: JpegSize | undefined;
  let scans = 0;
  let at = 2;
  for (;;) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++;
    const marker = bytes[at] === 0xff ? bytes[at + 1] : undefined;
    if (marker === END) break;
    const length = (bytes[at + 2] << 8) | bytes[at + 3];
    const end = at + 2 + length;
    if (at + 4 > bytes.length || end > bytes.length) throw imageFault(name, 'the JPEG image is cut off');
    if (marker === undefined || length < 2) throw imageFault(name, 'the JPEG image is damaged');
    if (isFrame(marker)) {
      if (size) throw imageFault(name, 'the JPEG image has several frames: it is damaged');
      size = readFrame(marker, bytes.subarray(at + 4, end), name);
      if (size.width * size.height > MAX_TEXELS_PER_BYTE * bytes.length)
        throw imageFault(
          name,
          `${size.width} × ${size.height} texels in ${bytes.length} bytes: the JPEG image is damaged`,
        );
    }
    if (marker === SCAN && ++scans > MAX_SCANS)
      throw imageFault(name, `the JPEG image has more than ${MAX_SCANS} scans`);
    at = marker === SCAN ? nextMarker(bytes, end) : end;
  }
  if (!size || scans === 0) throw imageFault(name, 'the JPEG image has no texels');
  return size;
}

/** The first marker from `at` on that does not occur in compressed data; the end if there is none. */
function nextMarker(bytes: Uint8Array, at: number): number {
  for (at = bytes.indexOf(0xff, at); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const second = bytes[at + 1];
    const isData = second === 0 || second === 0xff || (second >= RESTART_FIRST && second < START);
    if (!isData) return at;
  }
  return bytes.length;
}

const isFrame = (marker: number) => marker >= BASELINE && marker <= FRAME_LAST && !NO_FRAMES.includes(marker);

/** T.81, figure B.3. */
function readFrame(marker: number, content: Uint8Array, name: string): JpegSize {
  const [precision, heightHigh, heightLow, widthHigh, widthLow, components] = content;
  if (![BASELINE, EXTENDED, PROGRESSIVE].includes(marker) || precision !== 8)
    throw imageFault(name, 'the JPEG image is of a kind that is not read (lossless, arithmetic coding or 12 bits)');
  const size = { width: (widthHigh << 8) | widthLow, height: (heightHigh << 8) | heightLow };
  checkImageSize(name, size.width, size.height);
  const samplings = Array.from({ length: components }, (_, k) => content[6 + 3 * k + 1]);
  const isFaulty = samplings.some(
    (s) => !(s >> 4 >= 1 && s >> 4 <= MAX_SAMPLING && (s & 15) >= 1 && (s & 15) <= MAX_SAMPLING),
  );
  if (![1, 3, 4].includes(components) || isFaulty)
    throw imageFault(name, 'the frame of the JPEG image is damaged: wrong components');
  return size;
}
