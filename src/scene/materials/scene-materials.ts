import { formatPlace, type SourcePlace, UserError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { didYouMean } from '../../base/yaml/check-document.js';
import { ruleText } from '../labels/labels.js';
import type { Material } from '../model.js';
import type { MaterialLook, ScatteringChoice, SceneMaterial } from '../scene.js';
import type { LabelRule, MaterialDescription } from '../scene-description.js';
import { type SceneMaterialTextures, withoutTextures } from '../texture.js';
import {
  chooseScattering,
  findSpectrum,
  fromCatalogue,
  fromWords,
  type ScatteringContext,
} from './choose-scattering.js';
import type { SceneTextures } from './scene-textures.js';

/** Materials are 16-bit numbers in a point. */
const MAX_MATERIALS = 65536;
/** Maximum number of names listed in a message. */
const LISTED_MAX = 20;

/** Context for looking up materials. */
export interface MaterialContext extends ScatteringContext {
  /** The survey's entries. */
  descriptions: readonly MaterialDescription[];
  /** The materials of all models, for rules that name one. */
  files: readonly Material[];
  /** Textures of those materials; absent: none. */
  textures?: SceneTextures;
  /** Paths of the files of materials; absent: unknown. */
  fileOf?: ReadonlyMap<Material, string>;
  /** Receives a warning for each spectrum that is not found. */
  log: Log;
}

/** The origin of a material's name: a label, with its place in the survey, or the picture of a material. */
interface NameAsker {
  place?: SourcePlace;
  picture?: Material;
}

/** The materials of a scene, each once, with their scattering (see `chooseScattering`). */
export class SceneMaterials {
  readonly list: SceneMaterial[] = [];
  private readonly context: MaterialContext;
  private readonly descriptions: ReadonlyMap<string, MaterialDescription>;
  private readonly fromFiles: ReadonlyMap<string, Material>;
  private readonly indices = new Map<string, number>();
  private readonly missing = new Set<string>();
  private readonly arrays = new ArrayNumbers();
  private readonly asked = new Set<string>();
  /** Materials with `reflectance: texture` on surfaces without a texture of colours, and with one. */
  private readonly withoutPicture = new Map<string, SourcePlace>();
  private readonly withPicture = new Set<string>();
  /** Cache of results, since each material of a file is looked up for each group of each instance. */
  private readonly known = new Map<Material, Map<LabelRule | undefined, number>>();

  constructor(context: MaterialContext) {
    this.context = context;
    this.descriptions = new Map(context.descriptions.map((description) => [description.name, description]));
    this.fromFiles = new Map([...context.files].reverse().map((material) => [material.name, material]));
  }

  /**
   * Index of a file's material, or of the one by which `rule` replaces it. Throws UserError if the rule names an
   * unknown one.
   */
  index(material: Material, rule: LabelRule | undefined): number {
    const byRule = this.known.get(material) ?? new Map<LabelRule | undefined, number>();
    this.known.set(material, byRule);
    const known = byRule.get(rule);
    if (known !== undefined) return known;
    const index = rule?.material === undefined ? this.ofFile(material) : this.named(rule.material, rule, material);
    byRule.set(rule, index);
    return index;
  }

  /** Index of the material with this look and scattering. Throws UserError if there are too many. */
  add(look: MaterialLook, { scattering, reason }: ScatteringChoice): number {
    const material = { ...look, scattering, reason };
    const key = JSON.stringify(material, this.arrays.replacer);
    const known = this.indices.get(key);
    if (known !== undefined) return known;
    if (this.list.length >= MAX_MATERIALS) throw new UserError(`more than ${MAX_MATERIALS} materials in the scene`);
    const index = this.list.push(material) - 1;
    this.indices.set(key, index);
    return index;
  }

  /** Warns of the survey's entries that are unused so far, since no surface has a material of that name. */
  warnOfUnused(): void {
    for (const [name, place] of this.withoutPicture)
      if (!this.withPicture.has(name))
        this.context.log.warn(
          `${formatPlace(place)}: "reflectance: texture" changes nothing: no surface with the material "${name}" has a picture of its colours`,
        );
    for (const { name, place } of this.context.descriptions)
      if (!this.asked.has(name))
        this.context.log.warn(
          `${formatPlace(place)}: no surface has the material "${name}"${didYouMean(name, [...this.asked])}; subray material assign lists those that are there`,
        );
  }

  private ofFile(material: Material): number {
    return this.add(this.withRelative(this.lookOf(material), material.name), this.choose(material));
  }

  private named(name: string, rule: LabelRule, replaced: Material): number {
    const index = this.addNamed(name, replaced, this.holesAndColors(replaced), { place: rule.place });
    this.note(index, 'labels', ruleText(rule));
    return index;
  }

  /** Index of a material in the picture of the material `owner`. */
  private told(name: string, owner: Material): number {
    const index = this.addNamed(name, owner, this.holesAndColors(owner) ?? {}, { picture: owner });
    this.note(index, 'pictures', owner.name);
    return index;
  }

  private note(index: number, by: 'labels' | 'pictures', text: string): void {
    const material = this.list[index];
    material[by] ??= [];
    if (!material[by].includes(text)) material[by].push(text);
  }

  /**
   * Adds a material by name, from the first of: the survey, a file, the catalogue, the words of the name. `look` has
   * priority over the material's own, and removes its textures.
   */
  private addNamed(
    name: string,
    { baseColor }: Material,
    look: Partial<MaterialLook> | undefined,
    asker: NameAsker,
  ): number {
    const fromFile = this.fromFiles.get(name);
    const own = fromFile ?? { name, baseColor };
    const choice =
      fromFile !== undefined || this.descriptions.get(name)?.scattering !== undefined
        ? this.choose(own)
        : (fromCatalogue(name, this.context) ?? fromWords(name, this.context));
    if (choice === undefined && !this.descriptions.has(name)) throw this.unknownMaterial(name, asker);
    const ownLook = this.lookOf(look ? withoutTextures(own) : own);
    return this.add(this.withRelative({ ...ownLook, ...look }, name), choice ?? this.choose(own));
  }

  /** The look with the reflectances of its texture of colours, if the survey asks for them (`reflectance: texture`). */
  private withRelative(look: MaterialLook, name: string): MaterialLook {
    const description = this.descriptions.get(name);
    const { baseColor, tint, alpha } = look.textures ?? {};
    if (!description?.relativeReflectance) return look;
    const { textures } = this.context;
    if (textures === undefined || baseColor === undefined) {
      this.withoutPicture.set(name, description.place);
      return look;
    }
    const cutoff = textures.isSameImage(baseColor, alpha) ? look.alphaCutoff : undefined;
    this.withPicture.add(name);
    return { ...look, textures: { ...look.textures, ...textures.relative(baseColor, tint, cutoff) } };
  }

  /** The properties that belong to a surface and not to its material; undefined if it has no such textures. */
  private holesAndColors(material: Material): Partial<MaterialLook> | undefined {
    const { baseColor, tint, alpha } = this.context.textures?.of(material) ?? {};
    if (baseColor === undefined && alpha === undefined) return undefined;
    const { alphaCutoff } = material;
    const textures = {
      ...(baseColor !== undefined && { baseColor, ...(tint && { tint }) }),
      ...(alpha !== undefined && { alpha }),
    };
    return { textures, ...(alpha !== undefined && alphaCutoff !== undefined && { alphaCutoff }) };
  }

  private choose(material: Material): ScatteringChoice {
    const description = this.descriptions.get(material.name);
    if (description?.scattering === undefined) this.checkSpectrum(material);
    return chooseScattering(material, description, this.context);
  }

  private checkSpectrum(material: Material): void {
    const { name, spectrum } = material;
    if (spectrum === undefined || this.missing.has(spectrum) || findSpectrum(material, this.context)) return;
    this.missing.add(spectrum);
    this.context.log.warn(
      `material ${name}: there is no spectrum "${spectrum}"; put it into a folder of scene.materialFolders (a survey in XML: into DIR/spectra, with --assets DIR)`,
    );
  }

  private lookOf(material: Material): MaterialLook {
    this.asked.add(material.name);
    const {
      reflectance,
      spectrum,
      specular,
      metallicRoughness,
      transmission,
      classification,
      isGround,
      plain,
      textures: ofModel,
      ...look
    } = material;
    const textures = this.texturesOf(material);
    const baseColor = this.descriptions.get(material.name)?.baseColor ?? material.baseColor;
    return { ...look, baseColor, ...(textures && { textures }) };
  }

  private texturesOf(material: Material): SceneMaterialTextures | undefined {
    const { materials, ...textures } = this.context.textures?.of(material) ?? {};
    if (Object.keys(textures).length === 0) return undefined;
    return {
      ...textures,
      ...(materials && { materials: materials.map((name) => this.told(name, material)) }),
    };
  }

  private unknownMaterial(name: string, { place, picture }: NameAsker): UserError {
    const known = [...new Set([...this.descriptions.keys(), ...this.fromFiles.keys()])];
    const listed = known.slice(0, LISTED_MAX).join(', ') || 'none';
    const asker = picture === undefined ? '' : `, which the picture of the material "${picture.name}" names`;
    const file = picture && this.context.fileOf?.get(picture);
    const message = `no material is called "${name}"${asker}; known are ${listed}, and those of subray material list`;
    return new UserError(message, {
      place: place ?? (file === undefined ? undefined : { file }),
      hint: 'Describe it in the survey under "materials", with its reflectance.',
    });
  }
}

/** Represents the typed arrays of tables and textures in a key: the same array, the same number. */
class ArrayNumbers {
  private readonly numbers = new Map<unknown, number>();

  readonly replacer = (_key: string, value: unknown): unknown => {
    if (!ArrayBuffer.isView(value)) return value;
    const number = this.numbers.get(value) ?? this.numbers.size;
    this.numbers.set(value, number);
    return { array: number };
  };
}
