import { Decoder } from '../../base/decoders/decoder.js';
import { UserError } from '../../base/errors.js';
import { attempt, checkImageSize, type Image, type ImageHeader, imageFault } from './image.js';

/** The used part of Basis Universal's transcoder. */
interface BasisTranscoder {
  initializeBasis(): void;
  KTX2File: new (bytes: Uint8Array) => BasisFile;
}

interface BasisFile {
  isValid(): boolean;
  isHDR(): boolean;
  startTranscoding(): boolean;
  getImageTranscodedSizeInBytes(level: number, layer: number, face: number, format: number): number;
  /** The last three arguments are flags and channels; −1 selects the defaults. */
  transcodeImage(
    target: Uint8Array,
    level: number,
    layer: number,
    face: number,
    format: number,
    alphas: number,
    channel0: number,
    channel1: number,
  ): boolean;
  close(): void;
  delete(): void;
}

const BASIS = new Decoder<BasisTranscoder>(() => import('../../base/decoders/basis.generated.js'));

/** The first bytes of a file: KTX 2.0, section 3.1. */
const IDENTIFIER = [0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a];
/** Places in the header (section 2), which is followed by an entry of three 64-bit numbers for each level. */
const AT = Object.freeze({
  format: 12,
  width: 20,
  height: 24,
  depth: 28,
  layers: 32,
  faces: 36,
  levels: 40,
  scheme: 44,
});
const LEVELS_AT = 80;
const LEVEL_BYTES = 24;
/** A format of KTX that is not one of Vulkan's: Basis Universal. */
const UNDEFINED_FORMAT = 0;
const ZSTANDARD = 2;
/** A block of 4 × 4 texels before compression. */
const BLOCK_BYTES = 16;
const RGBA32 = 13;

/** Whether the bytes begin like a KTX 2.0 file. */
export function isKtx2(bytes: Uint8Array): boolean {
  return IDENTIFIER.every((byte, i) => bytes[i] === byte);
}

/**
 * The largest image in a KTX2 file with Basis Universal (ETC1S or UASTC), the kind of KHR_texture_basisu. Throws
 * UserError if it is damaged, truncated, too large, or of another kind.
 */
export async function decodeKtx2(bytes: Uint8Array, name: string): Promise<Image> {
  const { width, height } = checkHeader(bytes, name);
  const decoder = await BASIS.open();
  const texels = attempt(name, 'the KTX2 image is damaged', () =>
    decoder((basis) => transcode(basis, bytes, 4 * width * height)),
  );
  if (!texels) throw imageFault(name, 'the KTX2 image is damaged, or of a kind that is not read (HDR)');
  return { width, height, texels };
}

/** The header of a KTX2 file; alpha is not known from it. Throws UserError as `decodeKtx2` does before decoding. */
export const readKtx2Header = (bytes: Uint8Array, name: string): ImageHeader => ({
  ...checkHeader(bytes, name),
  hasAlpha: true,
});

function transcode({ initializeBasis, KTX2File }: BasisTranscoder, bytes: Uint8Array, size: number) {
  initializeBasis();
  // The decoder creates arrays of the same class, which is deprecated for Node's Buffer.
  const file = new KTX2File(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  try {
    if (!file.isValid() || file.isHDR() || !file.startTranscoding()) return undefined;
    if (file.getImageTranscodedSizeInBytes(0, 0, 0, RGBA32) !== size) return undefined;
    const texels = new Uint8Array(size);
    return file.transcodeImage(texels, 0, 0, 0, RGBA32, 0, -1, -1) ? texels : undefined;
  } finally {
    file.close();
    file.delete();
  }
}

/** Size of the image, after a check that no number in the header requests more memory than the file justifies. */
function checkHeader(bytes: Uint8Array, name: string): { width: number; height: number } {
  if (bytes.length < LEVELS_AT + LEVEL_BYTES) throw imageFault(name, 'the KTX2 image is cut off');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const number = (key: keyof typeof AT) => view.getUint32(AT[key], true);
  if (number('format') !== UNDEFINED_FORMAT) throw notBasis(name, number('format'));
  const [width, height] = [number('width'), number('height')];
  checkImageSize(name, width, height);
  if (number('depth') > 0 || number('layers') > 1 || number('faces') !== 1)
    throw imageFault(name, 'the KTX2 image has several layers, sides or depths; a texture has one');
  const end = Number(view.getBigUint64(LEVELS_AT, true)) + Number(view.getBigUint64(LEVELS_AT + 8, true));
  if (end > bytes.length) throw imageFault(name, 'the KTX2 image is cut off');
  const unpacked = Number(view.getBigUint64(LEVELS_AT + 16, true));
  if (number('scheme') === ZSTANDARD && unpacked > BLOCK_BYTES * Math.ceil(width / 4) * Math.ceil(height / 4))
    throw imageFault(name, `${unpacked} bytes for ${width} × ${height} texels: the KTX2 image is damaged`);
  return { width, height };
}

const notBasis = (name: string, format: number): UserError =>
  new UserError(`the KTX2 image has the format ${format} of Vulkan; only Basis Universal is read (ETC1S, UASTC)`, {
    place: { file: name },
    hint: 'Save the texture as PNG, or convert the model: npx @gltf-transform/cli ktxdecompress in.glb out.glb',
  });
