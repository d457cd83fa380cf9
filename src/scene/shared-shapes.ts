import { UserError } from '../base/errors.js';
import { TRIANGLE_BYTES } from './animation/bake-keys.js';
import type { Mesh, Model } from './model.js';
import type { ScenePart } from './scene-description.js';

/** Most bytes of the shapes of all models of a scene: as much as those of one clip. */
const SHAPE_BYTES_MAX = 2 ** 30;

/**
 * The shapes of the models of a scene: those that play the same clip of the same file have the same meshes in memory,
 * wherever in the clip they begin, so that a crowd has one set of keys and trees.
 */
export class SharedShapes {
  private readonly known = new Map<string, Model>();
  private bytes = 0;

  /** The model with the meshes of an earlier one. Throws UserError for shapes that take more than 1 GiB together. */
  share(model: Model, { name, source, place }: ScenePart): Model {
    if (source.kind === 'generated' || !model.meshes.some(({ shapes }) => shapes)) return model;
    const { animation, ...rest } = source;
    const key = JSON.stringify({ ...rest, clip: animation?.clip ?? 0, rate: animation?.rate });
    const known = this.known.get(key);
    if (known && known.meshes.length === model.meshes.length)
      return { ...model, meshes: model.meshes.map((mesh, m) => (mesh.shapes ? known.meshes[m] : mesh)) };
    this.known.set(key, model);
    this.bytes += model.meshes.reduce((sum, mesh) => sum + bytesOfShapes(mesh), 0);
    if (this.bytes > SHAPE_BYTES_MAX)
      throw new UserError(
        `the shapes of the clips up to ${name} take ${(this.bytes / 2 ** 30).toFixed(2)} GiB; at most 1 GiB is possible`,
        { place, hint: 'lower the rate of the animations, or take shorter ranges of the clips or simpler meshes' },
      );
    return model;
  }
}

/** Bytes of the keys of a mesh, here and on a device. */
const bytesOfShapes = ({ shapes, positions, triangleGroup }: Mesh): number =>
  (shapes?.keys.length ?? 0) * (positions.byteLength + TRIANGLE_BYTES * triangleGroup.length);
