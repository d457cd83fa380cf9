import { UserError } from '../../../base/errors.js';
import { textOfEither, textStart } from '../../../base/files/text-start.js';
import type { Log } from '../../../base/log.js';
import { shorten } from '../../../base/text.js';
import { quoteText } from '../../../base/yaml/faults.js';
import { BRIGHTNESS_MAX } from '../../../material/spectrum/spectrum-field.js';
import { UNDEFINED_GLOSS } from '../../materials/plain-gloss.js';
import { plainMaterial } from '../../materials/plain-material.js';
import type { Material, PlainGloss } from '../../model.js';
import type { MaterialPhysics } from '../../scene-description.js';
import { type MtlMaterial, readMapKey } from './mtl-maps.js';
import { DEFAULT_MATERIAL } from './obj-groups.js';

/** A material being read. */
interface Draft extends MtlMaterial {
  material: { -readonly [Key in keyof Material]: Material[Key] };
  /** Whether its `illum` switches off highlights, even if it has Ks. */
  isMatt: boolean;
  /** Its gloss as written. */
  plain: { -readonly [Key in keyof PlainGloss]: PlainGloss[Key] };
}

/** Context of reading an MTL file. */
interface MtlOptions {
  log: Log;
  /** Interpretation of reflectance and gloss; absent: PHYSICS.si. */
  physics?: MaterialPhysics;
}

/** One line of an MTL file: keyword, rest, place. */
interface MtlLine {
  keyword: string;
  rest: string;
  fail(message: string): never;
}

/** An MTL file is text written by people; a larger file is something else. */
export const MTL_BYTES_MAX = 1 << 26;
/** Exponent of the highlight of a material that states only its colour, as in HELIOS++. */
const DEFAULT_EXPONENT = 10;
/** Illumination models without a highlight: Wavefront, "Advanced Visualizer Manual", appendix B. */
const MATT_MODELS = ['0', '1'];

/**
 * The materials of an MTL file: Kd as base colour, d or Tr as its alpha, Ks and Ns as gloss unless `illum` is 0 or 1,
 * `map_Kd`, `map_d`, subray's own `subray_map_reflectance` and `subray_map_material`, and the keys of HELIOS++
 * `helios_reflectance`, `helios_spectra`, `helios_classification` and `helios_isGround`. Ignores all other keys. With
 * `gloss: plain`, materials additionally have the gloss that HELIOS++ reads. Throws UserError with the line.
 */
export function parseMtl(bytes: Uint8Array, file: string, options: MtlOptions): MtlMaterial[] {
  const materials: Draft[] = [];
  const lines = textOfEither(bytes.subarray(textStart(bytes, file))).split(/\r\n|\n|\r/);
  for (let i = 0; i < lines.length; i++) {
    const [, keyword, whole] = /^\s*([^\s#]\S*)\s*(.*?)\s*$/.exec(lines[i]) ?? [];
    if (keyword === undefined) continue;
    // Names may have a "#" ("Material #25" of 3ds Max), numbers none.
    const rest = NAMING.test(keyword) ? whole : whole.replace(/(^|\s+)#.*$/, '');
    const fail = (message: string): never => {
      throw new UserError(message, { place: { file, line: i + 1 } });
    };
    if (keyword === 'newmtl')
      materials.push({
        material: { ...plainMaterial(rest || namelessMaterial(options, file, i + 1)) },
        images: {},
        hasColor: false,
        isMatt: false,
        plain: { ...UNDEFINED_GLOSS },
      });
    else if (materials.length > 0) {
      const draft = materials[materials.length - 1];
      draft.hasColor ||= keyword === 'Kd';
      if (keyword === 'illum') draft.isMatt = MATT_MODELS.includes(rest);
      readKey(draft.material, { keyword, rest, fail }, options);
      readPlainKey(draft.plain, { keyword, rest, fail });
      readMapKey(draft.images, keyword, rest);
    }
  }
  for (const { material, isMatt } of materials) if (isMatt) delete material.specular;
  if (options.physics?.gloss === 'plain')
    for (const [k, { material, plain }] of materials.entries())
      material.plain = { ...plain, isLast: k === materials.length - 1 };
  return materials.map(({ material, images, hasColor }) => ({ material, images, hasColor }));
}

/** Keywords that names follow. */
const NAMING = /^(newmtl|map_.*|subray_map_.*|helios_spectra)$/;

/** The name of a material without one: that of faces without a material, as `usemtl` without a name makes them. */
function namelessMaterial({ log }: MtlOptions, file: string, line: number): string {
  log.warn(`${file}:${line}: "newmtl" without a name: it is the material of faces without one`);
  return DEFAULT_MATERIAL;
}

function readKey(material: Draft['material'], line: MtlLine, options: MtlOptions): void {
  const [r, g, b, a] = material.baseColor;
  const { color: gloss = BLACK, exponent = DEFAULT_EXPONENT } = material.specular ?? {};
  switch (line.keyword) {
    case 'Kd':
      material.baseColor = [...(readColor(line) ?? ([r, g, b] as const)), a];
      break;
    case 'Ks':
      material.specular = { color: readColor(line) ?? gloss, exponent };
      break;
    case 'Ns':
      material.specular = { color: gloss, exponent: Math.max(0, number(line, line.rest)) };
      break;
    case 'd':
      // `d -halo 0.5` fades the edges; only the number counts.
      material.baseColor = [r, g, b, fraction(line, line.rest.replace(/^-halo\s+/, ''))];
      break;
    case 'Tr':
      material.baseColor = [r, g, b, 1 - fraction(line, line.rest)];
      break;
    case 'helios_reflectance':
      material.reflectance = readReflectance(material.name, line, options);
      break;
    case 'helios_spectra':
      material.spectrum = line.rest || line.fail('"helios_spectra" without a name');
      break;
    case 'helios_classification':
      material.classification = readClass(line);
      break;
    case 'helios_isGround':
      if (line.rest === 'true' || line.rest === '1') material.isGround = true;
      else delete material.isGround;
      break;
  }
}

/** Kd, Ks and Ns as HELIOS++ reads them: without limits. */
function readPlainKey(plain: Draft['plain'], line: MtlLine): void {
  const sum = () => readNumbers(line)?.reduce((total, value) => total + Math.max(0, value), 0) ?? 0;
  if (line.keyword === 'Kd') plain.diffuse = sum();
  if (line.keyword === 'Ks') plain.specular = sum();
  if (line.keyword === 'Ns') plain.exponent = Math.max(0, number(line, line.rest));
}

const BLACK = [0, 0, 0] as const;

/** `Kd r g b`, or `Kd r` for a grey; undefined for the spectral and xyz forms, which no program writes. */
function readColor(line: MtlLine): [number, number, number] | undefined {
  const [r, g, b] = readNumbers(line)?.map((value) => Math.min(1, Math.max(0, value))) ?? [];
  return r === undefined ? undefined : [r, g, b];
}

/** The numbers of a colour; undefined for its other forms. */
function readNumbers(line: MtlLine): [number, number, number] | undefined {
  if (/^(spectral|xyz)\b/.test(line.rest)) return undefined;
  const parts = line.rest.split(/\s+/);
  if (parts.length < 3) parts.splice(1, parts.length - 1, parts[0], parts[0]);
  return [number(line, parts[0]), number(line, parts[1]), number(line, parts[2])];
}

/** A fraction, or anything up to BRIGHTNESS_MAX if it is taken as written. */
function readReflectance(name: string, line: MtlLine, { log, physics }: MtlOptions): number {
  const value = number(line, line.rest);
  if (physics?.reflectance === 'as-written')
    return value >= 0 && value <= BRIGHTNESS_MAX
      ? value
      : line.fail(`helios_reflectance is ${value}; it takes a number from 0 to ${BRIGHTNESS_MAX}`);
  if (value >= 0 && value <= 1) return value;
  if (!(value > 1 && value <= 100)) line.fail(`helios_reflectance is ${value}; it takes a fraction 0 … 1`);
  log.warn(`material ${name}: helios_reflectance ${value} is taken for percent`);
  return value / 100;
}

function readClass(line: MtlLine): number {
  const value = number(line, line.rest);
  if (!Number.isInteger(value) || value < 0 || value > 255)
    line.fail(`helios_classification is ${shorten(line.rest)}; it takes a whole number 0 … 255`);
  return value;
}

function number(line: MtlLine, text: string): number {
  const value = text === '' ? NaN : Number(text);
  return Number.isFinite(value)
    ? value
    : line.fail(`found ${quoteText(`${line.keyword} ${line.rest}`)}; it takes numbers`);
}

/** A number clamped to 0 … 1, as in viewers. */
function fraction(line: MtlLine, text: string): number {
  return Math.min(1, Math.max(0, number(line, text)));
}
