import { UserError } from '../../base/errors.js';
import { finishInTurns, type Steps, TEXELS_A_STEP } from '../../base/steps.js';
import { decodeImage, isKnownImage, readImageHeader } from '../image/decode-image.js';
import { hasAlphaBelow } from '../image/has-alpha-below.js';
import { type Image, type ImageHeader, MAX_TEXELS } from '../image/image.js';
import { brightnessAsAlpha, meanColor } from '../image/mean-color.js';
import type { Material } from '../model.js';
import type { Texture, TextureChannels, TextureWrap } from '../texture.js';
import { fileFault } from './file-fault.js';
import type { ReadModelOptions } from './read-model-options.js';

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

/** An image of the model, known by its header, with the facts found out about it. */
export interface Picture extends ImageHeader {
  source: ImageSource;
  /** Results of going over its texels, by question; and channels that were kept. */
  known: Map<string, unknown>;
}

/** Purpose of a texture. Textures that cut out by brightness are made from another image. */
type TextureUse = 'color' | 'mask' | 'red' | 'brightness';

/** Channels from the least to the most. */
const CHANNELS: readonly TextureChannels[] = ['none', 'red', 'alpha', 'rgba'];

/**
 * The textures of one model. Textures that differ only in their use share the texels of an image. Images are decoded
 * one at a time and on demand; only the channels that a scan needs are kept.
 */
export class TextureReader {
  readonly textures: Texture[] = [];
  private readonly options: ReadModelOptions;
  private readonly pictures = new Map<string, Picture | undefined>();
  private readonly indices = new Map<string, number>();
  private texels = 0;
  /** The last file read, and the last image decoded: no others are held. */
  private file: { of: ImageSource; bytes: Uint8Array } | undefined;
  private decoded: { of: Picture; image: Image } | undefined;

  constructor(options: ReadModelOptions) {
    this.options = options;
  }

  /**
   * The image by its header; undefined, with one warning, if it is missing or of an unsupported format: surfaces are
   * then scanned without it. Throws UserError if it is damaged, or if the images of the model are too large together.
   */
  async open({ source }: TextureMap): Promise<Picture | undefined> {
    if (this.pictures.has(source.key)) return this.pictures.get(source.key);
    const bytes = await this.bytes(source);
    const picture = bytes && { ...readImageHeader(bytes, this.nameOf(source)), source, known: new Map() };
    this.pictures.set(source.key, picture);
    this.texels += picture ? picture.width * picture.height : 0;
    if (this.texels > MAX_MODEL_TEXELS)
      throw fileFault(
        this.options.file,
        `its textures have more than ${MAX_MODEL_TEXELS} texels together`,
        'Save smaller versions of the images under the same names.',
      );
    return picture;
  }

  /** Whether part of the image has an alpha below `cutoff`. */
  async hasAlphaBelow(picture: Picture, cutoff: number): Promise<boolean> {
    if (!picture.hasAlpha && cutoff <= 1) return false;
    return this.once(picture, `alpha ${cutoff}`, (image) => hasAlphaBelow(image, cutoff));
  }

  /**
   * The mean colour of the image over texels with an alpha of at least `cutoff`; white if neither the scattering of
   * `material` nor colours of points depend on it.
   */
  async meanColor(picture: Picture, material: Material, cutoff: number): Promise<readonly [number, number, number]> {
    const { colors = true, colorDecides } = this.options.pictures ?? {};
    if (!colors && colorDecides?.(material) === false) return [1, 1, 1];
    return this.once(picture, `mean ${cutoff}`, (image) => meanColor(image, cutoff));
  }

  /** Index of the texture that shows the image with the settings of `map`. */
  add(picture: Picture, map: TextureMap, use: Exclude<TextureUse, 'brightness'>): Promise<number> {
    return this.addFor(picture, map, use, () => this.channel(picture, this.channelsFor(use)));
  }

  /** The same with its brightness as alpha; undefined if it is nowhere below `cutoff`. */
  async addBrightness(picture: Picture, map: TextureMap, cutoff: number): Promise<number | undefined> {
    const below = await this.once(picture, `brightness ${cutoff}`, function* (image) {
      return yield* hasAlphaBelow(yield* brightnessAsAlpha(image), cutoff);
    });
    if (!below) return undefined;
    const channels = this.channelsFor('brightness');
    return this.addFor(picture, map, 'brightness', () =>
      this.once(picture, `brightness ${channels}`, function* (image) {
        return yield* channelOf(yield* brightnessAsAlpha(image), channels);
      }),
    );
  }

  private async addFor(
    { source, width, height }: Picture,
    { wrapU, wrapV }: TextureMap,
    use: TextureUse,
    texels: () => Promise<Uint8Array>,
  ): Promise<number> {
    const colorSpace = use === 'color' || use === 'mask' ? 'srgb' : 'linear';
    const key = JSON.stringify([source.key, use === 'brightness' ? use : '', wrapU, wrapV, colorSpace]);
    const known = this.indices.get(key);
    const channels = this.channelsFor(use);
    if (known !== undefined && CHANNELS.indexOf(this.textures[known].channels ?? 'rgba') >= CHANNELS.indexOf(channels))
      return known;
    const index = known ?? this.textures.length;
    const texture: Texture = { name: source.name, width, height, texels: await texels(), wrapU, wrapV, colorSpace };
    this.textures[index] = channels === 'rgba' ? texture : { ...texture, channels };
    this.indices.set(key, index);
    return index;
  }

  private channelsFor(use: TextureUse): TextureChannels {
    if (this.options.pictures?.colors !== false) return 'rgba';
    if (use === 'color') return 'none';
    return use === 'red' ? 'red' : 'alpha';
  }

  /** The channels of an image, once for all textures that keep them. */
  private channel(picture: Picture, channels: TextureChannels): Promise<Uint8Array> {
    if (channels === 'none') return Promise.resolve(new Uint8Array());
    return this.once(picture, channels, (image) => channelOf(image, channels));
  }

  /** The result of a question about an image, which is decoded only if the answer is not known. */
  private async once<Result>(
    picture: Picture,
    question: string,
    work: (image: Image) => Steps<Result>,
  ): Promise<Result> {
    if (!picture.known.has(question))
      picture.known.set(question, await finishInTurns(work(await this.image(picture)), this.options.signal));
    return picture.known.get(question) as Result;
  }

  private async image(picture: Picture): Promise<Image> {
    if (this.decoded?.of === picture) return this.decoded.image;
    this.decoded = undefined;
    const { source } = picture;
    const { pictures, signal } = this.options;
    const bytes = this.file?.of === source ? this.file.bytes : await source.read(MAX_IMAGE_BYTES);
    const image = await (pictures?.decode ?? decodeImage)(bytes, this.nameOf(source), signal);
    this.decoded = { of: picture, image };
    return image;
  }

  private async bytes(source: ImageSource): Promise<Uint8Array | undefined> {
    try {
      const bytes = await source.read(MAX_IMAGE_BYTES);
      this.file = { of: source, bytes };
      if (isKnownImage(bytes)) return bytes;
      this.leaveOut(source, 'it is neither PNG nor JPEG, nor WebP or KTX2; save it as PNG and name that file');
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      this.leaveOut(source, error.message);
    }
    return undefined;
  }

  private nameOf({ name }: ImageSource): string {
    return `${this.options.file}, image ${name}`;
  }

  private leaveOut({ name }: ImageSource, reason: string): void {
    const { file, log } = this.options;
    log.warn(`${file}: image "${name}" left out, its surfaces are whole and of one colour: ${reason}`);
  }
}

/** The channels of an image, one byte a texel each; all four are the image's own array. */
function* channelOf({ texels }: Image, channels: TextureChannels): Steps<Uint8Array> {
  if (channels === 'rgba') return texels;
  if (channels === 'none') return new Uint8Array();
  const from = channels === 'red' ? 0 : 3;
  const out = new Uint8Array(texels.length / 4);
  for (let k = 0; k < out.length; ) {
    const end = Math.min(out.length, k + TEXELS_A_STEP);
    for (; k < end; k++) out[k] = texels[4 * k + from];
    yield;
  }
  return out;
}
