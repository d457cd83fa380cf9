const bytesOf = (base64: string): Uint8Array => Uint8Array.from(Buffer.from(base64, 'base64'));

/** Four texels without loss: red, blue, a hole (9, 9, 9, 0), half of (20, 30, 40); by libwebp. */
export const WEBP_LOSSLESS = bytesOf(
  'UklGRjYAAABXRUJQVlA4TCkAAAAvAUAAEB8gFkzx3gASEhAy//cS0xBzSqF/SgIBgnPnAm9IvcI6RPQ/BAA=',
);
/** 16 × 16 texels of (200, 100, 50), with loss; by libwebp. */
export const WEBP_LOSSY = bytesOf(
  'UklGRj4AAABXRUJQVlA4IDIAAADQAQCdASoQABAAAMASJaACdLoB+AADsAD+2ib/7vN+09e09f1M//jKnyA/4yp/xcwAAA==',
);

/**
 * A KTX2 file with UASTC of one colour: the 44 bytes of its data format descriptor (KDF 1.3: model 166, UASTC), and
 * blocks of mode 8, which is 5 bits (0x17) and the four channels.
 */
export function uastcKtx2(size: number, [r, g, b, a]: readonly number[]): Uint8Array {
  const blocks = (size / 4) ** 2;
  const dfdAt = 80 + 24;
  const dataAt = 160;
  const bytes = new Uint8Array(dataAt + 16 * blocks);
  const view = new DataView(bytes.buffer);
  bytes.set([0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a]);
  const words = (at: number, values: number[]) => bytes.set(new Uint8Array(Uint32Array.from(values).buffer), at);
  // Format, size of a type, width, height, depth, layers, faces, levels, supercompression; descriptor.
  words(12, [0, 1, size, size, 0, 0, 1, 1, 0, dfdAt, 44]);
  view.setBigUint64(80, BigInt(dataAt), true);
  view.setBigUint64(88, BigInt(16 * blocks), true);
  view.setBigUint64(96, BigInt(16 * blocks), true);
  // Total size, vendor and type, version and size, model with primaries, transfer and flags, blocks of 4 × 4, 16 bytes.
  words(dfdAt, [44, 0, 2 | (40 << 16), 166 | (1 << 8) | (2 << 16), 3 | (3 << 8), 16, 0]);
  // One sample of 128 bits, of the channel RGBA (3).
  words(dfdAt + 28, [(127 << 16) | (3 << 24), 0, 0, 0xffffffff]);
  let bits = 0x17n;
  [r, g, b, a].forEach((channel, i) => {
    bits |= BigInt(channel) << BigInt(5 + 8 * i);
  });
  for (let block = 0; block < blocks; block++) {
    view.setBigUint64(dataAt + 16 * block, bits & 0xffffffffffffffffn, true);
    view.setBigUint64(dataAt + 16 * block + 8, bits >> 64n, true);
  }
  return bytes;
}
