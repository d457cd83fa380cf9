import type { LabelNames } from '../scene.js';
import type { LabelRule } from '../scene-description.js';
import type { LabelledGroup } from './labelled-group.js';
import { decidingRules, type LabelPattern, ruleFits, whyNothing } from './labels.js';

/** Effect of a label in a scene, in numbers of objects. */
export interface LabelUse {
  /** Objects that it fits, at least in part. */
  objects: number;
  /** Objects whose class, semantic class and material it decides; absent: it sets none. */
  classification?: number;
  semantic?: number;
  material?: number;
}

/** The effect of each rule in a scene with these groups. */
export function labelUses(rules: readonly LabelRule[], groups: readonly LabelledGroup[]): LabelUse[] {
  const found = new Map(rules.map((rule) => [rule, new Counted()]));
  for (const { candidate, objects } of groups) {
    const { fitting, classification, semantic, material } = decidingRules(rules, candidate);
    for (const rule of fitting) found.get(rule)?.fits.add(objects);
    if (classification) found.get(classification)?.classification.add(objects);
    if (semantic) found.get(semantic)?.semantic.add(objects);
    if (material) found.get(material)?.material.add(objects);
  }
  return rules.map((rule) => useOf(rule, found.get(rule) ?? new Counted()));
}

const useOf = (rule: LabelRule, { fits, classification, semantic, material }: Counted): LabelUse => ({
  objects: fits.count,
  ...(rule.classification !== undefined && { classification: classification.count }),
  ...(rule.semantic !== undefined && { semantic: semantic.count }),
  ...(rule.material !== undefined && { material: material.count }),
});

/** The objects that a rule fits, and those that it decides. */
class Counted {
  readonly fits = new ObjectSet();
  readonly classification = new ObjectSet();
  readonly semantic = new ObjectSet();
  readonly material = new ObjectSet();
}

/** Ids of objects, which often arrive in the same lists. */
class ObjectSet {
  private readonly lists = new Set<ArrayLike<number>>();
  private readonly ids = new Set<number>();

  add(objects: ArrayLike<number>): void {
    if (this.lists.has(objects)) return;
    this.lists.add(objects);
    for (let k = 0; k < objects.length; k++) this.ids.add(objects[k]);
  }

  get count(): number {
    return this.ids.size;
  }

  get sorted(): Uint32Array {
    return Uint32Array.from(this.ids).sort();
  }
}

/** Matches of a pattern in a scene. */
export interface PatternMatch {
  /** Number of matching objects, and names of the first of them. */
  objects: number;
  names: string[];
  /** Triangles of the groups that it fits, in all placements. */
  triangles: number;
  /** Pairs of an object and one of its materials where the pattern fits: the surfaces in question. */
  surfaces: Uint32Array;
  /** Reason why it fits nothing; absent: it fits. */
  reason?: string;
}

/** Most names in a result. */
const NAMES_MAX = 200;

/** Matches of a pattern in a scene with these groups and names. */
export function matchPattern(
  pattern: LabelPattern,
  groups: readonly LabelledGroup[],
  { instances }: Pick<LabelNames, 'instances'>,
): PatternMatch {
  const fitting = groups.filter(({ candidate }) => ruleFits(pattern, candidate));
  const all = new ObjectSet();
  const byMaterial = new Map<number, ObjectSet>();
  let triangles = 0;
  for (const group of fitting) {
    all.add(group.objects);
    const ofMaterial = byMaterial.get(group.material) ?? new ObjectSet();
    byMaterial.set(group.material, ofMaterial);
    ofMaterial.add(group.objects);
    triangles += group.triangles * group.objects.length;
  }
  const { sorted } = all;
  return {
    objects: sorted.length,
    names: Array.from(sorted.subarray(0, NAMES_MAX), (id) => instances[id] ?? String(id)),
    triangles,
    surfaces: pairsOf(byMaterial),
    ...(sorted.length === 0 && {
      reason: whyNothing(
        pattern,
        groups.map(({ candidate }) => candidate),
      ),
    }),
  };
}

function pairsOf(byMaterial: ReadonlyMap<number, ObjectSet>): Uint32Array {
  const pairs: number[] = [];
  for (const [material, objects] of byMaterial) for (const object of objects.sorted) pairs.push(object, material);
  return Uint32Array.from(pairs);
}
