import { UserError } from '../base/errors.js';
import type { BufferParts } from '../device/buffer-parts.js';
import {
  Texture as TextureRecord,
  WRAP_CLAMP,
  WRAP_MIRROR,
  WRAP_REPEAT,
  WRAP_U_SHIFT,
  WRAP_V_SHIFT,
} from '../device/records.generated.js';
import type { Texture, TextureWrap } from '../scene/texture.js';

/** A texture to be added: the logarithm of its bits per texel, and its texels. */
interface AddedTexture {
  texture: Texture;
  bits: number;
  texels: () => Uint8Array;
  /** Surfaces that it distinguishes. */
  choices: number;
}

const WRAP: Record<TextureWrap, number> = { repeat: WRAP_REPEAT, mirror: WRAP_MIRROR, clamp: WRAP_CLAMP };
/** Places are 32-bit numbers of words; the CPU's memory holds 4 GiB in total. */
const WORDS_MAX = 2 ** 29;

/** The images of a scene, as one array of words, under construction. Word 0 stays empty, since place 0 means none. */
export class ImageWords {
  private readonly parts: Uint32Array[] = [new Uint32Array(1)];
  private length = 1;
  private readonly known = new Map<string, number>();

  /** The place of the words, or 0 for no words. Throws UserError if there are too many. */
  addWords(words: Uint32Array): number {
    if (words.length === 0) return 0;
    const at = this.length;
    this.length += words.length;
    if (this.length > WORDS_MAX)
      throw new UserError(`the scene's textures take more than ${(WORDS_MAX * 4) / 2 ** 30} GiB`, {
        hint: 'make their pictures smaller',
      });
    this.parts.push(words);
    return at;
  }

  /** The place of a texture's record; textures with the same `key` are added once. */
  addTexture(key: string, { texture, bits, texels, choices }: AddedTexture): number {
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const record = new Uint32Array(TextureRecord.SIZE / 4);
    record[TextureRecord.first / 4] = this.addWords(wordsOf(texels()));
    record[TextureRecord.width / 4] = texture.width;
    record[TextureRecord.height / 4] = texture.height;
    record[TextureRecord.format / 4] =
      bits | (WRAP[texture.wrapU] << WRAP_U_SHIFT) | (WRAP[texture.wrapV] << WRAP_V_SHIFT);
    record[TextureRecord.choices / 4] = choices;
    const place = this.addWords(record);
    this.known.set(key, place);
    return place;
  }

  /** All words; those of colours are the textures' own, since there may be a gibibyte of them. */
  finish(): BufferParts {
    return { parts: this.parts, byteLength: 4 * this.length };
  }
}

/** Bytes as words, little endian, the last one filled up; a view of whole words, since pictures are large. */
function wordsOf(bytes: Uint8Array): Uint32Array {
  if (bytes.length % 4 === 0 && bytes.byteOffset % 4 === 0)
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
  padded.set(bytes);
  return new Uint32Array(padded.buffer);
}
