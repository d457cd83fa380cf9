import { crc32, deflateSync } from 'node:zlib';

/** A PNG file of chunks. */
export function pngFile(...chunks: Uint8Array[]): Uint8Array {
  return Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, ...chunks.flatMap((chunk) => [...chunk])]);
}

export function pngChunk(type: string, content: ArrayLike<number>): Uint8Array {
  const chunk = new Uint8Array(12 + content.length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, content.length);
  chunk.set(
    [...type].map((letter) => letter.charCodeAt(0)),
    4,
  );
  chunk.set(content, 8);
  view.setUint32(8 + content.length, crc32(chunk.subarray(4, 8 + content.length)));
  return chunk;
}

/** Width, height, bits a sample, colour type; interlaced or not. */
export function pngHeader(width: number, height: number, depth: number, colorType: number, interlace = 0): Uint8Array {
  const content = new Uint8Array(13);
  new DataView(content.buffer).setUint32(0, width);
  new DataView(content.buffer).setUint32(4, height);
  content.set([depth, colorType, 0, 0, interlace], 8);
  return pngChunk('IHDR', content);
}

/** Rows as they are stored: the number of the filter first. */
export const pngRows = (rows: number[][]): Uint8Array => pngChunk('IDAT', deflateSync(Uint8Array.from(rows.flat())));
export const pngEnd = pngChunk('IEND', []);

/** An RGBA image of 8 bits, one list of four numbers a texel, as PNG. */
export function rgbaPng(width: number, texels: number[][]): Uint8Array {
  const height = texels.length / width;
  const rows = Array.from({ length: height }, (_, y) => [0, ...texels.slice(y * width, (y + 1) * width).flat()]);
  return pngFile(pngHeader(width, height, 8, 6), pngRows(rows), pngEnd);
}

/** A grey PNG of `side` × `side` texels; with `missing` bytes of its texels cut off. */
export function largePng(side: number, missing = 0): Uint8Array {
  const rows = new Uint8Array((side + 1) * side).map((_, k) => (k % (side + 1) === 0 ? 0 : k % 251));
  return pngFile(pngHeader(side, side, 8, 0), pngChunk('IDAT', deflateSync(rows.subarray(missing))), pngEnd);
}

/** 16 × 8 texels: left half (200, 40, 20), right half (20, 60, 220); written by libjpeg, quality 60, baseline. */
export const JPEG = Uint8Array.from(
  Buffer.from(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAIABADAREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAABAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAABwUG/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AipTXhkcev//Z',
    'base64',
  ),
);

/** 20 × 12 texels (12 x, 20 y, 128), written by libjpeg, quality 85, progressive, half the resolution in colour. */
export const PROGRESSIVE_JPEG = Uint8Array.from(
  Buffer.from(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAUDBAQEAwUEBAQFBQUGBwwIBwcHBw8LCwkMEQ8SEhEPERETFhwXExQaFRERGCEYGh0dHx8fExciJCIeJBweHx7/2wBDAQUFBQcGBw4ICA4eFBEUHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh7/wgARCAAMABQDASIAAhEBAxEB/8QAFwAAAwEAAAAAAAAAAAAAAAAAAAUGB//EABYBAQEBAAAAAAAAAAAAAAAAAAUCBv/aAAwDAQACEAMQAAABj29Q3s2TNADdt//EABkQAAMBAQEAAAAAAAAAAAAAAAACAwQRIf/aAAgBAQABBQKWIliFxeSkhKSCyTn/xAAZEQADAAMAAAAAAAAAAAAAAAAAAwUCESH/2gAIAQMBAT8Bk2GcMbDNH//EABgRAAMBAQAAAAAAAAAAAAAAAAACBQED/9oACAECAQE/Ae9Nzabn/8QAFRABAQAAAAAAAAAAAAAAAAAAADH/2gAIAQEABj8CiIiI/8QAFhAAAwAAAAAAAAAAAAAAAAAAECAh/9oACAEBAAE/IUtGJAB//9oADAMBAAIAAwAAABA/L//EABcRAQADAAAAAAAAAAAAAAAAAAARMVH/2gAIAQMBAT8Q0ETb/8QAFREBAQAAAAAAAAAAAAAAAAAAABH/2gAIAQIBAT8QSh//xAAZEAACAwEAAAAAAAAAAAAAAAAAwRAhMRH/2gAIAQEAAT8QxQxQroU4t55//9k=',
    'base64',
  ),
);
