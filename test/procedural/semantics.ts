import type { GenerateOptions } from '../../src/procedural/generate.js';
import { labelsOfWishes, proceduralLabels } from '../../src/procedural/labels.js';
import type { ProceduralKind } from '../../src/procedural/procedural-kind.js';
import { Labels } from '../../src/scene/labels/labels.js';
import type { Model } from '../../src/scene/model.js';

/** A surface of a generated scene, and its labels by the rules. */
interface LabelledGroup {
  /** Number of its object in the scene, and its name. */
  instance: number;
  object: string;
  group: string;
  semantic: string;
  classification: number | undefined;
}

/** All surfaces of a generated model with the labels that surveys give them. */
export function labelledGroups(
  kind: ProceduralKind,
  model: Model,
  { size = {}, details = {} }: Pick<GenerateOptions, 'size' | 'details'>,
): LabelledGroup[] {
  const rules = [...labelsOfWishes(size, details), ...proceduralLabels(kind)];
  const labels = new Labels(rules.map((rule) => ({ ...rule, place: { file: 'generated' } })));
  return model.instances.flatMap(({ name, mesh }, k) =>
    model.meshes[mesh].groups.map(({ object, group, material }) => {
      const candidate = { part: kind, objects: [name, object], group, material: model.materials[material].name };
      const { classification, semantic } = labels.decide(candidate);
      return { instance: k + 1, object: name, group, semantic: labels.semantics[semantic], classification };
    }),
  );
}
