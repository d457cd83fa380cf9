import type { MeshInstance, Model } from '../model.js';
import type { LabelCandidate } from './labels.js';

/** The names of a group of triangles, for labels. */
export interface NamedGroup {
  /** Name of its object inside the part. */
  object: string;
  candidate: LabelCandidate;
}

/**
 * Finds the names of the groups of models.
 *
 * A mesh that its model places several times, or that has a single object, is one object at each place, named after the
 * place (glTF node). In a mesh of several objects that is placed once, each object has its own name (OBJ `o`, else
 * `g`).
 */
export class GroupNames {
  private readonly severalObjects = new Map<Model, boolean[]>();

  /** The names of all groups of one instance of `model`; objects without a name in the file are called `partName`. */
  of(model: Model, instance: MeshInstance, partName: string): NamedGroup[] {
    const several = this.hasSeveralObjects(model)[instance.mesh];
    return model.meshes[instance.mesh].groups.map((group) => {
      const object = (several ? group.object : instance.name || group.object) || partName;
      const objects = [...new Set([object, instance.name, group.object])].filter((name) => name !== '');
      const material = model.materials[group.material].name;
      return { object, candidate: { part: partName, objects, group: group.group, material } };
    });
  }

  /** For each mesh of the model, whether its groups are separate objects. */
  private hasSeveralObjects(model: Model): boolean[] {
    const known = this.severalObjects.get(model);
    if (known) return known;
    const uses = model.meshes.map(() => 0);
    for (const { mesh } of model.instances) uses[mesh]++;
    const several = model.meshes.map(
      ({ groups }, mesh) => uses[mesh] === 1 && groups.some(({ object }) => object !== groups[0].object),
    );
    this.severalObjects.set(model, several);
    return several;
  }
}
