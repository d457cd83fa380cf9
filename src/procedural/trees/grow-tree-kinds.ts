import { RandomStream } from '../../base/random-stream.js';
import type { ModelBuilder } from '../model-builder.js';
import type { Season } from '../season.js';
import { inSeason } from './in-season.js';
import type { Species } from './species.js';
import { growTree } from './tree.js';

/** Settings of the trees to grow. */
interface TreeOrder {
  seed: number;
  /** Triangles of the whole model: the trees use the remaining ones. */
  triangles: number;
  season: Season | undefined;
  model: ModelBuilder;
}

/** Mesh numbers of the kinds of trees; −1 for kinds whose number in `counts` is 0. */
export function growTreeKinds(
  { seed, triangles, season, model }: TreeOrder,
  kinds: readonly { species: Species; height: number }[],
  counts: readonly number[],
): number[] {
  let left = triangles - model.triangleCount;
  let weights = kinds.reduce((sum, { height }, kind) => sum + height * counts[kind], 0);
  return kinds.map(({ species, height }, kind) => {
    if (counts[kind] === 0) return -1;
    const name = `${species.name}_kind_${kind + 1}`;
    const share = Math.floor((left * height) / weights);
    const tree = growTree(name, inSeason(species, season), height, share, new RandomStream(seed, name));
    left -= tree.triangleCount * counts[kind];
    weights -= height * counts[kind];
    return model.addMesh(tree);
  });
}
