import { type DecodedPng, decode } from 'fast-png';
import { type Image, type ImageHeader, imageFault } from './image.js';
import { inflatedLength } from './inflated-length.js';
import { CHANNELS, type PngChunks, type PngHeader, readPngChunks } from './png-chunks.js';

export { isPng } from './png-chunks.js';

const PALETTE = 3;
const OPAQUE = 255;
/** First column and row, and steps, of the passes of an interlaced image: PNG specification §8.2. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/**
 * The image in a PNG file of any kind; 16-bit samples are rounded to 8. The data are measured before decoding, so
 * decoding takes no more memory than the size in the header requires. Throws UserError if the file is damaged,
 * truncated or too large.
 */
export async function decodePng(bytes: Uint8Array, name: string): Promise<Image> {
  const chunks = readPngChunks(bytes, name);
  const { header } = chunks;
  if (header.interlaced && header.depth < 8)
    throw imageFault(name, `the PNG image is interlaced and has ${header.depth} bits a sample, which is not read`);
  const wanted = unpackedBytes(header);
  const length = await inflatedLength(chunks.data, wanted);
  if (length !== wanted) throw imageFault(name, 'the texels of the PNG image do not fit its size: it is damaged');
  const png = attempt(name, () => decode(chunks.bytes, { checkCrc: true }));
  return { width: png.width, height: png.height, texels: rgbaTexels(png, chunks, name) };
}

/** The header of a PNG file with all its chunks. Throws UserError as `decodePng` does before unpacking. */
export function readPngHeader(bytes: Uint8Array, name: string): ImageHeader {
  const { header, transparency } = readPngChunks(bytes, name);
  const { width, height, colorType } = header;
  return { width, height, hasAlpha: CHANNELS[colorType] % 2 === 0 || transparency.length > 0 };
}

/** Bytes of the rows, each preceded by the number of its filter (§7.3, §9). */
function unpackedBytes({ width, height, depth, colorType, interlaced }: PngHeader): number {
  const bits = depth * CHANNELS[colorType];
  const rows = (w: number, h: number) => (w > 0 ? h * (1 + Math.ceil((w * bits) / 8)) : 0);
  if (!interlaced) return rows(width, height);
  return PASSES.reduce(
    (sum, [x, y, stepX, stepY]) =>
      sum + rows(Math.ceil((width - x) / stepX), Math.max(0, Math.ceil((height - y) / stepY))),
    0,
  );
}

function attempt(name: string, parse: () => DecodedPng): DecodedPng {
  try {
    return parse();
  } catch (cause) {
    throw imageFault(name, 'the PNG image is damaged', cause);
  }
}

function rgbaTexels(png: DecodedPng, { header, transparency }: PngChunks, name: string): Uint8Array {
  const samples = header.depth < 8 ? unpackSamples(png) : png.data;
  const texels = new Uint8Array(4 * png.width * png.height);
  if (header.colorType === PALETTE) paintPalette(samples, png.palette ?? [], transparency, texels, name);
  else paintSamples(samples, png, transparency, texels);
  return texels;
}

/** One sample per entry, from rows of 1, 2 or 4 bits per sample that begin at whole bytes. */
function unpackSamples({ data, width, height, depth }: DecodedPng): Uint8Array {
  const samples = new Uint8Array(width * height);
  const rowBytes = Math.ceil((width * depth) / 8);
  const mask = 2 ** depth - 1;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const bit = x * depth;
      samples[y * width + x] = (data[y * rowBytes + (bit >> 3)] >> (8 - depth - (bit & 7))) & mask;
    }
  return samples;
}

function paintPalette(
  samples: DecodedPng['data'],
  palette: readonly number[][],
  alphas: Uint8Array,
  texels: Uint8Array,
  name: string,
): void {
  for (let i = 0; i < samples.length; i++) {
    const color = palette[samples[i]];
    if (color === undefined) throw imageFault(name, `the PNG image has no colour ${samples[i]}: it is damaged`);
    texels[4 * i] = color[0];
    texels[4 * i + 1] = color[1];
    texels[4 * i + 2] = color[2];
    texels[4 * i + 3] = alphas[samples[i]] ?? OPAQUE;
  }
}

/**
 * Grey has 1 channel, 2 with alpha; colour has 3, 4 with alpha. Without alpha, one colour, 2 bytes per sample, may be
 * transparent.
 */
function paintSamples(
  samples: DecodedPng['data'],
  { channels, depth }: DecodedPng,
  transparent: Uint8Array,
  texels: Uint8Array,
): void {
  const scale = OPAQUE / (2 ** depth - 1);
  const [green, blue] = channels < 3 ? [0, 0] : [1, 2];
  const hasAlpha = channels % 2 === 0;
  const hasColor = transparent.length >= 2 * channels;
  for (let i = 0, at = 0; i < texels.length; i += 4, at += channels) {
    texels[i] = Math.round(samples[at] * scale);
    texels[i + 1] = Math.round(samples[at + green] * scale);
    texels[i + 2] = Math.round(samples[at + blue] * scale);
    if (hasAlpha) texels[i + 3] = Math.round(samples[at + channels - 1] * scale);
    else texels[i + 3] = hasColor && isColor(samples, at, channels, transparent) ? 0 : OPAQUE;
  }
}

function isColor(samples: DecodedPng['data'], at: number, channels: number, color: Uint8Array): boolean {
  for (let k = 0; k < channels; k++) if (samples[at + k] !== ((color[2 * k] << 8) | color[2 * k + 1])) return false;
  return true;
}
