import type { Material } from '../../model.js';
import { addTextures } from '../add-textures.js';
import { fileFault } from '../file-fault.js';
import type { ReadModelOptions } from '../read-model-options.js';
import type { TextureMap, TextureReader } from '../texture-reader.js';
import { isSameTransform, type MapTransform, PLAIN_TRANSFORM } from './map-transform.js';

/** A material of an MTL file, and the lines that name its images. */
export interface MtlMaterial {
  material: Material;
  images: MtlImages;
  /** Whether the file states Kd. */
  hasColor: boolean;
}

/** The images of a material in an MTL file: the rest of the line after each keyword. */
export interface MtlImages {
  color?: string;
  mask?: string;
  reflectance?: string;
  material?: string;
}

const KEYS: Readonly<Record<string, keyof MtlImages>> = {
  map_Kd: 'color',
  map_d: 'mask',
  subray_map_reflectance: 'reflectance',
  subray_map_material: 'material',
};
/** The cutoff of a mask, which MTL does not state: half, as in glTF. */
const MASK_CUTOFF = 0.5;
/** Options of maps and the number of words after them; `-o`, `-s` and `-t` take one to three numbers. */
const OPTION_WORDS: Readonly<Record<string, number>> = {
  '-blendu': 1,
  '-blendv': 1,
  '-bm': 1,
  '-boost': 1,
  '-cc': 1,
  '-clamp': 1,
  '-imfchan': 1,
  '-mm': 2,
  '-texres': 1,
  '-type': 1,
};
const VECTOR_OPTION = /^-[ost]$/;
const VECTOR_WORDS = 3;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** A parsed map line. */
interface MtlMap {
  /** File name as written. */
  file: string;
  clamp: boolean;
  transform: MapTransform;
  /** Options that change what is seen, and are not applied. */
  unread: readonly string[];
}

/** Keeps the line if its keyword names a supported image. */
export function readMapKey(images: MtlImages, keyword: string, rest: string): void {
  const key = Object.hasOwn(KEYS, keyword) ? KEYS[keyword] : undefined;
  if (key && rest) images[key] = rest;
}

export function hasImages(images: MtlImages): boolean {
  return Object.values(images).some((line) => line !== undefined);
}

/**
 * The material with its textures. Their files are named relative to `library`, the name of the MTL file in the OBJ
 * file. Images are multiplied by Kd, except by a black one, which programs write beside images. Throws UserError for
 * damaged images.
 */
export function addMtlTextures(
  { material, images, hasColor }: MtlMaterial,
  library: string,
  options: ReadModelOptions,
  reader: TextureReader,
): Promise<Material> {
  const map = (line: string | undefined) => (line ? textureMap(parseMap(line), library, options) : undefined);
  const { image: numbers, names } = parseMaterialMap(images.material);
  const [r, g, b] = material.baseColor;
  return addTextures(
    material,
    {
      color: map(images.color),
      tint: hasColor && r + g + b > 0 ? [r, g, b] : [1, 1, 1],
      mask: map(images.mask),
      cutoff: MASK_CUTOFF,
      reflectance: map(images.reflectance),
      material: numbers && { map: textureMap(numbers, library, options), names },
    },
    reader,
  );
}

/** The files of a material's images, named relative to the OBJ file as `addMtlTextures` does. */
export function imageFiles({ images: { color, mask, reflectance, material } }: MtlMaterial, library: string): string[] {
  const maps = [color, mask, reflectance].flatMap((line) => (line ? [parseMap(line)] : []));
  const { image } = parseMaterialMap(material);
  return [...maps, ...(image ? [image] : [])].map(({ file }) => besideLibrary(slashes(file), slashes(library)));
}

/**
 * The transform of the texture coordinates on a material's surfaces: that of its mask, which decides about hits, or
 * else of its first map. `warn` is told of maps that lie differently, and of options that are not applied.
 */
export function transformOf(
  { images: { mask, color, reflectance, material } }: MtlMaterial,
  warn: (text: string) => void,
): MapTransform {
  const maps = [mask, color, reflectance, material].flatMap((line) => (line ? [parseMap(line)] : []));
  const unread = new Set(maps.flatMap((map) => map.unread));
  if (unread.size > 0) warn(`options of its maps that are not applied: ${[...unread].join(', ')}`);
  const [{ transform } = { transform: PLAIN_TRANSFORM }, ...others] = maps;
  if (others.some((other) => !isSameTransform(other.transform, transform)))
    warn(`its maps differ in -s or -o: all lie as ${mask ? 'map_d' : 'the first of them'} does`);
  return transform;
}

/** `-option word … FILE`: the file name is everything after the options, including blanks. */
function parseMap(line: string): MtlMap {
  let rest = line;
  const options = new Map<string, string[]>();
  for (let word = firstWord(rest); word.startsWith('-'); word = firstWord(rest)) {
    const words = VECTOR_OPTION.test(word) ? VECTOR_WORDS : OPTION_WORDS[word];
    if (words === undefined) break;
    rest = withoutFirst(rest, word);
    const values: string[] = [];
    for (let k = 0; k < words; k++) {
      const value = firstWord(rest);
      if (VECTOR_OPTION.test(word) && !NUMBER.test(value)) break;
      values.push(value);
      rest = withoutFirst(rest, value);
    }
    options.set(word, values);
  }
  const { scale, offset } = PLAIN_TRANSFORM;
  return {
    file: rest,
    clamp: options.get('-clamp')?.[0] === 'on',
    transform: { scale: pairOf(options.get('-s'), scale), offset: pairOf(options.get('-o'), offset) },
    unread: Object.keys(UNREAD).filter((word) => options.has(word) && UNREAD[word](options.get(word) ?? [])),
  };
}

/** Options that change what is seen and are not applied, unless their words are the default ones. */
const UNREAD: Readonly<Record<string, (words: readonly string[]) => boolean>> = {
  '-t': (words) => words.some((word) => Number(word) !== 0),
  '-mm': ([base, gain]) => Number(base) !== 0 || Number(gain) !== 1,
  '-imfchan': ([channel]) => channel !== 'm',
};

/** u and v of `-s` or `-o`. */
const pairOf = ([u, v]: readonly string[] = [], absent: readonly [number, number]): readonly [number, number] => [
  u === undefined ? absent[0] : Number(u),
  v === undefined ? absent[1] : Number(v),
];

/** `-option word … FILE name0 name1 …`: none of them may contain blanks, except a quoted file name. */
function parseMaterialMap(line: string | undefined): { image?: MtlMap; names: string[] } {
  const { file: words, ...map } = parseMap(line ?? '');
  const [, quoted, bare, rest] = /^(?:"([^"]+)"|(\S+))\s*(.*)$/.exec(words) ?? [];
  const file = quoted ?? bare;
  if (file === undefined) return { names: [] };
  return { image: { ...map, file }, names: rest.split(/\s+/).filter((name) => name !== '') };
}

const slashes = (path: string) => path.replaceAll('\\', '/');
const firstWord = (text: string) => /^\S*/.exec(text)?.[0] ?? '';
const withoutFirst = (text: string, word: string) => text.slice(word.length).trimStart();

function textureMap(
  { file, clamp }: MtlMap,
  library: string,
  { file: scene, readBeside }: ReadModelOptions,
): TextureMap {
  const path = besideLibrary(slashes(file), slashes(library));
  const wrap = clamp ? 'clamp' : 'repeat';
  return {
    source: {
      key: path,
      name: file,
      read: async (maxBytes) => {
        if (!readBeside) throw fileFault(scene, 'it is in another file, and only this one was given');
        return readBeside(path, maxBytes);
      },
    },
    wrapU: wrap,
    wrapV: wrap,
  };
}

/** Absolute names stay unchanged, and are refused when files are read. */
function besideLibrary(file: string, library: string): string {
  const isAbsolute = file.startsWith('/') || /^[a-z][a-z0-9+.-]*:/i.test(file);
  return isAbsolute ? file : library.slice(0, library.lastIndexOf('/') + 1) + file;
}
