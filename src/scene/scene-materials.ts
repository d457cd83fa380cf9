import { formatPlace, type SourcePlace, UserError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import { chooseScattering, findSpectrum, fromCatalogue, fromWords, type KnownMaterials } from './choose-scattering.js';
import type { Material } from './model.js';
import type { MaterialLook, ScatteringChoice, SceneMaterial } from './scene.js';
import type { LabelRule, MaterialDescription } from './scene-description.js';
import type { SceneTextures } from './scene-textures.js';
import { type SceneMaterialTextures, withoutTextures } from './texture.js';

/** Materials are 16-bit numbers in a point. */
const MAX_MATERIALS = 65536;
/** Names that a message lists. */
const LISTED_MAX = 20;

/** What materials are looked up in. */
export interface MaterialContext extends KnownMaterials {
  /** The survey's entries. */
  descriptions: readonly MaterialDescription[];
  /** The materials of all models, for rules that name one. */
  files: readonly Material[];
  /** Of those materials; absent: none has any. */
  textures?: SceneTextures;
  /** Hears of spectra that are not found, once each. */
  log: Log;
}

/** Who has named a material: a label, which has a place in the survey, or the picture of a material. */
interface NameAsker {
  place?: SourcePlace;
  picture?: string;
}

/** The materials of a scene, each once, and how each of them scatters (see `chooseScattering`). */
export class SceneMaterials {
  readonly list: SceneMaterial[] = [];
  private readonly context: MaterialContext;
  private readonly descriptions: ReadonlyMap<string, MaterialDescription>;
  private readonly fromFiles: ReadonlyMap<string, Material>;
  private readonly indices = new Map<string, number>();
  private readonly missing = new Set<string>();
  private readonly arrays = new ArrayNumbers();
  private readonly asked = new Set<string>();
  /** Each file's material is looked up once for each group of each instance: keep what came out. */
  private readonly known = new Map<Material, Map<LabelRule | undefined, number>>();

  constructor(context: MaterialContext) {
    this.context = context;
    this.descriptions = new Map(context.descriptions.map((description) => [description.name, description]));
    this.fromFiles = new Map([...context.files].reverse().map((material) => [material.name, material]));
  }

  /** Index of a file's material, or of that which `rule` puts in its place. Throws UserError where nothing has its name. */
  index(material: Material, rule: LabelRule | undefined): number {
    const byRule = this.known.get(material) ?? new Map<LabelRule | undefined, number>();
    this.known.set(material, byRule);
    const known = byRule.get(rule);
    if (known !== undefined) return known;
    const index = rule?.material === undefined ? this.ofFile(material) : this.named(rule.material, rule, material);
    byRule.set(rule, index);
    return index;
  }

  /** Index of the material that looks and scatters like this. Throws UserError where there are too many. */
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

  /** Warns of the survey's entries that were of no use so far: nobody asked for a material of that name. */
  warnOfUnused(): void {
    for (const { name, place } of this.context.descriptions)
      if (!this.asked.has(name))
        this.context.log.warn(
          `${formatPlace(place)}: no surface has the material "${name}"; subray material assign lists those that are there`,
        );
  }

  private ofFile(material: Material): number {
    return this.add(this.lookOf(material), this.choose(material));
  }

  private named(name: string, rule: LabelRule, replaced: Material): number {
    const index = this.addNamed(name, replaced, this.holesAndColors(replaced), { place: rule.place });
    this.note(index, 'labels', rule.match);
    return index;
  }

  /** One that the picture of the material `owner` tells. */
  private told(name: string, owner: Material): number {
    const index = this.addNamed(name, owner, this.holesAndColors(owner) ?? {}, { picture: owner.name });
    this.note(index, 'pictures', owner.name);
    return index;
  }

  private note(index: number, by: 'labels' | 'pictures', text: string): void {
    const material = this.list[index];
    material[by] ??= [];
    if (!material[by].includes(text)) material[by].push(text);
  }

  /**
   * What is named is the survey's, else a file's, else of the catalogue, else meant by the words of its name; `look` goes before its
   * own, and keeps its textures away.
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
    return this.add({ ...ownLook, ...look }, choice ?? this.choose(own));
  }

  /** What belongs to a surface and not to what it is made of; undefined where it has no such textures. */
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

  private checkSpectrum({ name, spectrum }: Material): void {
    if (spectrum === undefined || this.missing.has(spectrum) || findSpectrum(spectrum, this.context)) return;
    this.missing.add(spectrum);
    this.context.log.warn(
      `material ${name}: there is no spectrum "${spectrum}"; put it into a folder of scene.materialFolders`,
    );
  }

  private lookOf(material: Material): MaterialLook {
    this.asked.add(material.name);
    const { reflectance, spectrum, specular, metallicRoughness, classification, textures: ofModel, ...look } = material;
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
    const asker = picture === undefined ? '' : `, which the picture of the material "${picture}" names`;
    const message = `no material is called "${name}"${asker}; known are ${listed}, and those of subray material list`;
    return new UserError(message, {
      place,
      hint: 'Describe it in the survey under "materials", with its reflectance.',
    });
  }
}

/** Stands for the typed arrays of tables and textures in a key: the same array, the same number. */
class ArrayNumbers {
  private readonly numbers = new Map<unknown, number>();

  readonly replacer = (_key: string, value: unknown): unknown => {
    if (!ArrayBuffer.isView(value)) return value;
    const number = this.numbers.get(value) ?? this.numbers.size;
    this.numbers.set(value, number);
    return { array: number };
  };
}
