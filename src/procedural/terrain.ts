import { hashSeed } from '../base/random-stream.js';
import type { Model } from '../scene/model.js';
import { gridFor, Heightfield } from './heightfield.js';
import { MeshBuilder } from './mesh-builder.js';
import { ModelBuilder } from './model-builder.js';
import { fractalNoise } from './noise.js';
import type { MaterialName } from './palette.js';

/** Side of the generated terrain. */
const SIDE = 300;
/** Width of the broadest hills, and approximate amplitude of their heights. */
const HILL_WIDTH = 110;
const HILL_HEIGHT = 22;
const OCTAVES = 6;
/** Approximate width of patches with one ground cover. */
const PATCH_WIDTH = 28;
/** Hills below this height are meadow valleys, with soil at their lowest points. */
const VALLEY = -5;

/** Open hills of 300 m × 300 m, or another `extent`: grass, dry grass, soil and gravel in patches. */
export function generateTerrain(seed: number, triangles: number, { extent = SIDE }: { extent?: number } = {}): Model {
  const hills = hashSeed(seed, 'hills');
  const patches = hashSeed(seed, 'patches');
  const size = { width: extent, depth: extent, ...gridFor(triangles, extent, extent) };
  const field = new Heightfield(size, (x, y) => hillHeight(x, y, hills));
  const builder = new MeshBuilder('terrain_001');
  field.draw(builder, (x, y) =>
    groundCover(field.heightAt(x, y), fractalNoise(x / PATCH_WIDTH, y / PATCH_WIDTH, patches, 4)),
  );
  const model = new ModelBuilder();
  model.addUnique(builder);
  return model.finish();
}

/** Height of soft hills; valleys are flatter than tops. */
function hillHeight(x: number, y: number, seed: number): number {
  const noise = fractalNoise(x / HILL_WIDTH, y / HILL_WIDTH, seed, OCTAVES);
  return HILL_HEIGHT * (noise > 0 ? noise * (1 + noise) : noise * 0.8);
}

function groundCover(height: number, patch: number): readonly [string, MaterialName] {
  if (patch > 0.28) return ['soil', 'soil'];
  if (patch < -0.3) return ['gravel', 'gravel'];
  return height + patch * 8 < VALLEY || patch > 0.1 ? ['meadow', 'grass_dry'] : ['grass', 'grass'];
}
