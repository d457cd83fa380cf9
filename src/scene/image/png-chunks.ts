import { joinArrays } from '../../base/join-arrays.js';
import { checkImageSize, imageFault } from './image.js';

/** The header of a PNG file (PNG specification, third edition, §11.2.1). */
export interface PngHeader {
  width: number;
  height: number;
  /** Bits of a sample. */
  depth: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA. */
  colorType: number;
  interlaced: boolean;
}

/** The parts of a PNG file needed for its texels. */
export interface PngChunks {
  header: PngHeader;
  /** The file with only the chunks in `KEPT`: no profiles and texts, which may unpack to any size. */
  bytes: Uint8Array;
  /** Content of the chunk tRNS: alphas of a palette, or the transparent colour; may be empty. */
  transparency: Uint8Array;
  /** The compressed texels. */
  data: Uint8Array[];
}

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
const KEPT = ['IHDR', 'PLTE', 'IDAT', 'IEND'];
const HEADER_BYTES = 13;
/** Length and type before a chunk, and its checksum after it. */
const FRAME_BYTES = 12;
/** Samples a texel by colour type. */
export const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Whether the bytes begin like a PNG file. */
export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, i) => bytes[i] === byte);
}

/** The chunks of a PNG file. Throws UserError if it is truncated, has no texels, or too many. */
export function readPngChunks(bytes: Uint8Array, name: string): PngChunks {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Uint8Array[] = [bytes.subarray(0, SIGNATURE.length)];
  const data: Uint8Array[] = [];
  let header: PngHeader | undefined;
  let transparency = new Uint8Array();
  let type = '';
  for (let at = SIGNATURE.length; type !== 'IEND'; ) {
    const length = at + FRAME_BYTES <= bytes.length ? view.getUint32(at) : Infinity;
    const end = at + FRAME_BYTES + length;
    if (end > bytes.length) throw imageFault(name, 'the PNG image is cut off');
    type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const content = bytes.subarray(at + 8, end - 4);
    if ((header === undefined) !== (type === 'IHDR'))
      throw imageFault(name, 'the PNG image does not begin with its one header: it is damaged');
    header ??= readHeader(content, name);
    if (type === 'IDAT') data.push(content);
    if (type === 'tRNS') transparency = content.slice();
    if (KEPT.includes(type)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  if (header === undefined || data.length === 0) throw imageFault(name, 'the PNG image has no texels');
  return { header, bytes: joinArrays(Uint8Array, kept), transparency, data };
}

function readHeader(content: Uint8Array, name: string): PngHeader {
  if (content.length !== HEADER_BYTES) throw imageFault(name, 'the header of the PNG image is damaged');
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const [depth, colorType, , , interlace] = content.subarray(8);
  const header = { width: view.getUint32(0), height: view.getUint32(4), depth, colorType, interlaced: interlace !== 0 };
  if (CHANNELS[colorType] === undefined || ![1, 2, 4, 8, 16].includes(depth))
    throw imageFault(name, `the header of the PNG image is damaged: colour type ${colorType}, ${depth} bits`);
  checkImageSize(name, header.width, header.height);
  return header;
}
