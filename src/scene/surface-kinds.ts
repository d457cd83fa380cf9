import type { Log } from '../base/log.js';
import { NEVER_CLASSIFIED, UNCLASSIFIED } from './labels/asprs-classes.js';
import { GroupNames, type NamedGroup } from './labels/group-names.js';
import { Labels } from './labels/labels.js';
import type { KnownMaterials } from './materials/choose-scattering.js';
import { SceneMaterials } from './materials/scene-materials.js';
import { SceneTextures } from './materials/scene-textures.js';
import type { Material, MeshInstance, Model } from './model.js';
import type { Surface } from './scene.js';
import type { SceneDescription } from './scene-description.js';

/** The labels of a group of triangles, without its object in the scene. */
export interface SurfaceKind extends Omit<Surface, 'instance'> {
  /** Name of the object inside its part. */
  object: string;
}

/** Finds object, material, class and semantic class of the groups of a model, by their names: see GroupNames. */
export class SurfaceKinds {
  readonly labels: Labels;
  readonly materials: SceneMaterials;
  readonly textures: SceneTextures;
  /** The names on which labels decide. */
  readonly names = new GroupNames();
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
    const { groups } = model.meshes[instance.mesh];
    return this.names
      .of(model, instance, partName)
      .map((named, group) => this.kind(named, model.materials[groups[group].material]));
  }

  /**
   * Warns of the survey's labels and materials that no surface has needed so far, unless they may be for parts of other
   * epochs.
   */
  warnOfUnused(elsewhere: readonly string[] = []): void {
    this.labels.warnOfUnused(this.log, elsewhere);
    if (elsewhere.length === 0) this.materials.warnOfUnused();
  }

  private kind({ object, candidate }: NamedGroup, material: Material): SurfaceKind {
    const decision = this.labels.decide(candidate);
    return {
      object,
      material: this.materials.index(material, decision.materialRule),
      classification: decision.classification ?? material.classification ?? this.unlabelled,
      semantic: decision.semantic,
      // A label with a class has priority.
      ...(material.isGround && decision.classification === undefined && { isGround: true }),
    };
  }
}
