import { UserError } from '../base/errors.js';
import { defaultReflectance } from '../material/reflectance-defaults.js';
import type { Material } from './model.js';
import type { LabelRule, MaterialPlan } from './scene-plan.js';

/** Materials are 16-bit numbers in a point. */
const MAX_MATERIALS = 65536;
/** Relative luminance of linear red, green and blue (ITU-R BT.709). */
const LUMINANCE = [0.2126, 0.7152, 0.0722] as const;

/**
 * The materials of a scene, each once, all with a reflectance: the survey's for that name, else the file's, else a
 * typical value by the words of its name, else the luminance of its base colour.
 */
export class SceneMaterials {
  readonly list: Material[] = [];
  private readonly plans: ReadonlyMap<string, MaterialPlan>;
  private readonly fromFiles: ReadonlyMap<string, Material>;
  private readonly indices = new Map<string, number>();
  /** Each file's material is looked up once for each group of each instance: keep what came out. */
  private readonly added = new Map<Material, number>();

  /** `files`: the materials of all models, for rules that name one. */
  constructor(plans: readonly MaterialPlan[], files: readonly Material[]) {
    this.plans = new Map(plans.map((plan) => [plan.name, plan]));
    this.fromFiles = new Map([...files].reverse().map((material) => [material.name, material]));
  }

  /** Index of a file's material, or of that which `rule` puts in its place. Throws UserError where nothing has its name. */
  index(material: Material, rule: LabelRule | undefined): number {
    if (rule?.material !== undefined) return this.add(this.named(rule.material, rule, material));
    const known = this.added.get(material);
    if (known !== undefined) return known;
    const index = this.add(material);
    this.added.set(material, index);
    return index;
  }

  private named(name: string, rule: LabelRule, replaced: Material): Material {
    const fromFile = this.fromFiles.get(name);
    if (fromFile) return fromFile;
    const isKnown = this.plans.has(name) || defaultReflectance(name) !== undefined;
    if (!isKnown) throw unknownMaterial(name, rule, [...this.plans.keys(), ...this.fromFiles.keys()]);
    return { name, baseColor: replaced.baseColor };
  }

  private add(material: Material): number {
    const resolved = this.resolve(material);
    const key = JSON.stringify(resolved);
    const known = this.indices.get(key);
    if (known !== undefined) return known;
    if (this.list.length >= MAX_MATERIALS) throw new UserError(`more than ${MAX_MATERIALS} materials in the scene`);
    const index = this.list.push(resolved) - 1;
    this.indices.set(key, index);
    return index;
  }

  private resolve(material: Material): Material {
    const plan = this.plans.get(material.name);
    const baseColor = plan?.baseColor ?? material.baseColor;
    const reflectance =
      plan?.reflectance ?? material.reflectance ?? defaultReflectance(material.name) ?? luminance(baseColor);
    return {
      name: material.name,
      baseColor,
      ...(material.alphaCutoff !== undefined && { alphaCutoff: material.alphaCutoff }),
      reflectance,
    };
  }
}

function luminance([r, g, b]: Material['baseColor']): number {
  const sum = LUMINANCE[0] * r + LUMINANCE[1] * g + LUMINANCE[2] * b;
  return Math.min(1, Math.max(0, sum));
}

function unknownMaterial(name: string, { place }: LabelRule, known: string[]): UserError {
  return new UserError(`no material is called «${name}»; known are ${known.slice(0, 20).join(', ') || 'none'}`, {
    place,
    hint: 'Describe it in the survey under «materials», with its reflectance.',
  });
}
