import type { Log } from '../base/log.js';
import { NEVER_CLASSIFIED, UNCLASSIFIED } from './asprs-classes.js';
import type { KnownMaterials } from './choose-scattering.js';
import { type LabelCandidate, Labels } from './labels.js';
import type { Material, MeshInstance, Model } from './model.js';
import type { Surface } from './scene.js';
import type { SceneDescription } from './scene-description.js';
import { SceneMaterials } from './scene-materials.js';
import { SceneTextures } from './scene-textures.js';

/** The labels of a group of triangles, without its object in the scene. */
export interface SurfaceKind extends Omit<Surface, 'instance'> {
  /** Name of the object inside its part. */
  object: string;
}

/**
 * Finds object, material, class and semantic class of the groups of a model.
 *
 * A mesh that its model places several times, or that has a single object, is one object at each place, named after the
 * place (glTF node). In a mesh of several objects that is placed once, each object has its own name (OBJ `o`, else
 * `g`).
 */
export class SurfaceKinds {
  readonly labels: Labels;
  readonly materials: SceneMaterials;
  readonly textures: SceneTextures;
  private readonly severalObjects = new Map<Model, boolean[]>();
  private readonly log: Log;

  /** Class of surfaces that neither a label nor the file classifies; materials of HELIOS++ have 0. */
  private readonly unlabelled: number;

  constructor(description: SceneDescription, models: readonly Model[], known: KnownMaterials, log: Log) {
    this.log = log;
    this.labels = new Labels(description.labels, description.semantics);
    this.unlabelled = description.physics?.gloss === 'plain' ? NEVER_CLASSIFIED : UNCLASSIFIED;
    const files = models.flatMap((model) => model.materials);
    const sources = description.parts.flatMap(({ source }, k) =>
      source.kind === 'file' ? models[k].materials.map((material) => [material, source.path] as const) : [],
    );
    this.textures = new SceneTextures(models);
    this.materials = new SceneMaterials({
      descriptions: description.materials,
      files,
      fileOf: new Map(sources),
      textures: this.textures,
      ...known,
      physics: description.physics,
      log,
    });
  }

  /** The kinds of all groups of one instance of `model`; objects without a name in the file are called `partName`. */
  of(model: Model, instance: MeshInstance, partName: string): SurfaceKind[] {
    const several = this.hasSeveralObjects(model)[instance.mesh];
    return model.meshes[instance.mesh].groups.map((group) => {
      const object = (several ? group.object : instance.name || group.object) || partName;
      const objects = [...new Set([object, instance.name, group.object])].filter((name) => name !== '');
      return this.kind(
        object,
        { part: partName, objects, group: group.group, material: '' },
        model.materials[group.material],
      );
    });
  }

  /** Warns of the survey's labels and materials that no surface has needed so far. */
  warnOfUnused(): void {
    this.labels.warnOfUnused(this.log);
    this.materials.warnOfUnused();
  }

  private kind(object: string, candidate: LabelCandidate, material: Material): SurfaceKind {
    const decision = this.labels.decide({ ...candidate, material: material.name });
    return {
      object,
      material: this.materials.index(material, decision.materialRule),
      classification: decision.classification ?? material.classification ?? this.unlabelled,
      semantic: decision.semantic,
      // A label that names a class has the last word.
      ...(material.isGround && decision.classification === undefined && { isGround: true }),
    };
  }

  /** For each mesh of the model, whether its groups are objects of their own. */
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
