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
/** Approximate height of its hills from lowest to highest point. */
const USUAL_RELIEF = 25;
/** Approximate width of patches with one ground cover. */
const PATCH_WIDTH = 28;
/** Hills below this height are meadow valleys, with soil at their lowest points. */
const VALLEY = -5;

/** Sizes of a terrain, described in `PROCEDURAL_SIZES`. */
interface TerrainSize {
  extent?: number;
  relief?: number;
  roughness?: number;
}

/**
 * Open hills of 300 m × 300 m, or another `extent`: grass, dry grass, soil and gravel in patches. Its highest point is
 * `relief` metres above its lowest. With a `roughness`, it is a fractal surface of that dimension at all lengths from
 * the grid's to the extent (see `fractalHeight`). The origin is at height 0.
 */
export function generateTerrain(seed: number, triangles: number, size: TerrainSize = {}): Model {
  const { extent = SIDE, roughness } = size;
  const hills = hashSeed(seed, 'hills');
  const patches = hashSeed(seed, 'patches');
  const cells = { width: extent, depth: extent, ...gridFor(triangles, extent, extent) };
  const height =
    roughness === undefined
      ? (x: number, y: number) => hillHeight(x, y, hills)
      : fractalHeight(roughness, extent, extent / cells.columns, hills);
  const field = new Heightfield(cells, height);
  // Meadows lie in the lowest parts of hills of any height.
  const found = field.relief;
  const wanted = size.relief ?? (roughness === undefined ? found : USUAL_RELIEF);
  field.stretchTo(wanted);
  const toHills = size.relief === undefined || wanted === 0 ? 1 : USUAL_RELIEF / wanted;
  const builder = new MeshBuilder('terrain_001');
  field.draw(builder, (x, y) =>
    groundCover(field.heightAt(x, y) * toHills, fractalNoise(x / PATCH_WIDTH, y / PATCH_WIDTH, patches, 4)),
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

/**
 * Heights of a surface of fractal dimension D, 2 to 3: those of two points differ by a standard deviation in
 * proportion to their distance to the power of 3 − D (fractional Brownian surface; Mandelbrot 1982, The Fractal
 * Geometry of Nature, chapter 28), by octaves of noise from the extent down to a cell (Musgrave, Kolb and Mace
 * 1989, Computer Graphics 23). Octaves are few, so that between 4 and 16 cells, D of 2.1, 2.5 and 2.8 are
 * measured as 2.2, 2.5 and 2.7.
 */
export function fractalHeight(
  dimension: number,
  extent: number,
  cell: number,
  seed: number,
): (x: number, y: number) => number {
  const octaves = Math.max(1, Math.ceil(Math.log2(extent / cell)));
  const gain = 2 ** (dimension - 3);
  return (x, y) => fractalNoise(x / extent, y / extent, seed, octaves, gain);
}

function groundCover(height: number, patch: number): readonly [string, MaterialName] {
  if (patch > 0.28) return ['soil', 'soil'];
  if (patch < -0.3) return ['gravel', 'gravel'];
  return height + patch * 8 < VALLEY || patch > 0.1 ? ['meadow', 'grass_dry'] : ['grass', 'grass'];
}
