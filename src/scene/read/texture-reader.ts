import { UserError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { Texture, TextureWrap } from '../texture.js';
import { decodeImage, isKnownImage } from './image/decode-image.js';
import { type Image, MAX_TEXELS } from './image/image.js';
import { fileFault } from './loader-options.js';

/** The source of an image. */
export interface ImageSource {
  /** Identifies the image within a model. */
  key: string;
  /** Its name in messages. */
  name: string;
  /** The bytes of its file. Throws UserError if they are missing, or more than `maxBytes`. */
  read(maxBytes: number): Promise<Uint8Array>;
}

/** An image, and its continuation beyond its edges. */
export interface TextureMap {
  source: ImageSource;
  wrapU: TextureWrap;
  wrapV: TextureWrap;
}

/** 16 bits a channel without any compression, with an allowance for the rest of the file. */
const MAX_IMAGE_BYTES = 8 * MAX_TEXELS + (1 << 20);
/** Maximum number of texels of all images of a model together: 1 GiB as RGBA. */
const MAX_MODEL_TEXELS = 4 * MAX_TEXELS;

/** The textures of one model. Each image is decoded once; textures that differ only in their use share its texels. */
export class TextureReader {
  readonly textures: Texture[] = [];
  private readonly file: string;
  private readonly log: Log;
  private readonly images = new Map<string, Image | undefined>();
  private readonly indices = new Map<string, number>();
  private texels = 0;

  /** `file`: name of the model's file in messages. */
  constructor(file: string, log: Log) {
    this.file = file;
    this.log = log;
  }

  /**
   * The image; undefined, with one warning, if it is missing or of an unsupported format: surfaces are then scanned
   * without it. Throws UserError if it is damaged, or if the images of the model are too large together.
   */
  async image({ source }: TextureMap): Promise<Image | undefined> {
    if (this.images.has(source.key)) return this.images.get(source.key);
    const bytes = await this.bytes(source);
    const image = bytes && (await decodeImage(bytes, `${this.file}, image ${source.name}`));
    this.images.set(source.key, image);
    this.texels += image ? image.width * image.height : 0;
    if (this.texels > MAX_MODEL_TEXELS)
      throw fileFault(
        this.file,
        `its textures have more than ${MAX_MODEL_TEXELS} texels together`,
        'Save smaller versions of the images under the same names.',
      );
    return image;
  }

  /**
   * Index of the texture that shows `image` with the settings of `map`; `kind` distinguishes textures derived from one
   * image.
   */
  add(image: Image, map: TextureMap, colorSpace: Texture['colorSpace'], kind = ''): number {
    const { source, wrapU, wrapV } = map;
    const key = JSON.stringify([source.key, kind, wrapU, wrapV, colorSpace]);
    const known = this.indices.get(key);
    if (known !== undefined) return known;
    const index = this.textures.push({ name: source.name, ...image, wrapU, wrapV, colorSpace }) - 1;
    this.indices.set(key, index);
    return index;
  }

  private async bytes(source: ImageSource): Promise<Uint8Array | undefined> {
    try {
      const bytes = await source.read(MAX_IMAGE_BYTES);
      if (isKnownImage(bytes)) return bytes;
      this.leaveOut(source, 'it is neither PNG nor JPEG, nor WebP or KTX2; save it as PNG and name that file');
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      this.leaveOut(source, error.message);
    }
    return undefined;
  }

  private leaveOut({ name }: ImageSource, reason: string): void {
    this.log.warn(`${this.file}: image "${name}" left out, its surfaces are whole and of one colour: ${reason}`);
  }
}
