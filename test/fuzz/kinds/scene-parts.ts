import { loadScene } from '../../../src/scene/load-scene.js';
import type { Model } from '../../../src/scene/model.js';
import { readModel } from '../../../src/scene/read/read-model.js';
import type { Scene } from '../../../src/scene/scene.js';
import type { VoxelChoice } from '../../../src/scene/voxel-choice.js';
import { simulate } from '../../../src/simulation/simulate-survey.js';
import { loadSurvey } from '../../../src/survey/load-survey.js';
import { contextOf, filesOf, oneThreadMachine } from '../in-memory.js';
import { faultOfBatch } from './cloud-faults.js';

/** Other files by name. */
type Beside = Readonly<Record<string, string | Uint8Array>>;

/** A scan of more takes too long here. */
const SCANNED_TRIANGLES = 20_000;
/** One mutant of so many is scanned too, which takes ten times as long as reading. */
const SCANNED_ONE_OF = 8;

const TRIANGLE = 'triangle.off';
const WALL = 'OFF\n3 1 0\n-9 9 -9\n9 9 -9\n0 9 9\n3 0 1 2\n';

/**
 * Reads a mutant in the place of `file` as a scene file and loads it as a scene; scans one of eight with a few hundred
 * pulses. `voxels`: those of its part; voxels that are a medium stand beside a triangle. Returns a fault of the result.
 */
export async function useScene(
  file: string,
  bytes: Uint8Array,
  beside: Beside = {},
  voxels?: VoxelChoice,
  keys: object = {},
): Promise<string | undefined> {
  const model = await readModel(file, { ...contextOf(filesOf(beside, file, bytes)), voxels });
  const fault = faultOfModel(model);
  if (fault !== undefined) return fault;
  const others = voxels?.mode === 'medium' ? [{ file: TRIANGLE }] : [];
  const survey = `
scene: { parts: ${JSON.stringify([{ file, voxels, ...keys }, ...others])} }
scanner:
  name: probe
  wavelength: 905
  detection: { rangeMin: 0.1, rangeMax: 100, maxReturns: 2, rangeNoise: 0 }
  deflector: { kind: raster, pulseRate: 10000, rows: 8, columns: 32, horizontalFieldOfView: 90, verticalFieldOfView: 60 }
legs: [ { position: [0.5, -2, 0.5], duration: 0.0256 } ]
colors: shaded
output: [ cloud.ply ]
`;
  const files = filesOf({ [TRIANGLE]: WALL, ...beside, 'survey.yaml': survey }, file, bytes);
  const loaded = await loadSurvey('survey.yaml', { files });
  const scene = await loadScene(loaded.scene, contextOf(files));
  const isScanned = bytes.reduce((sum, byte) => sum + byte, 0) % SCANNED_ONE_OF === 0;
  return faultOfScene(scene) ?? (isScanned ? faultOfScan(loaded, scene, files) : undefined);
}

async function faultOfScan(
  survey: Awaited<ReturnType<typeof loadSurvey>>,
  scene: Scene,
  files: ReturnType<typeof filesOf>,
): Promise<string | undefined> {
  if (scene.meshes.reduce((sum, { indices }) => sum + indices.length / 3, 0) > SCANNED_TRIANGLES) return undefined;
  for await (const batch of simulate({ ...survey, scene }, { machine: oneThreadMachine(files) })) {
    const fault = faultOfBatch(batch);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function faultOfModel({ meshes, instances }: Model): string | undefined {
  for (const { name, positions, origin, indices } of meshes) {
    if (!positions.every(Number.isFinite) || !origin.every(Number.isFinite)) return `mesh ${name} has a NaN`;
    if (indices.some((index) => 3 * index >= positions.length)) return `mesh ${name} has an index beyond its vertices`;
  }
  const wrong = instances.find(({ transform }) => !transform.every(Number.isFinite));
  return wrong === undefined ? undefined : `instance ${wrong.name} has a NaN in its transform`;
}

const faultOfScene = ({ bounds, frameOrigin }: Scene): string | undefined =>
  [...bounds.min, ...bounds.max, ...frameOrigin].every(Number.isFinite) ? undefined : 'the scene has no finite bounds';
