import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { DeviceScene } from '../../src/device/device-scene.js';
import type { PulseProgram } from '../../src/device/pulse-program.js';
import type { RunSettings } from '../../src/device/run-settings.js';
import { openCpuEngine } from '../../src/engine/cpu/node-cpu-engine.js';
import type { Engine } from '../../src/engine/engine.js';
import { openGpuEngine } from '../../src/engine/gpu/gpu-engine.js';
import { loadScene, readSurvey } from '../../src/node-surveys.js';
import type { Scene } from '../../src/scene/scene.js';
import type { SceneDescription } from '../../src/scene/scene-description.js';
import { programOf, runOf } from '../../src/simulation/instrument-scan.js';
import { instrumentScansOf } from '../../src/simulation/instrument-scans.js';
import { prepareScene } from '../../src/simulation/node-prepare-scene.js';
import { type SurfaceLabels, surfaceColumns } from '../../src/simulation/points/scene-facts.js';
import type { Survey } from '../../src/survey/survey.js';
import { isLong } from '../support/long-run.js';
import { CHUNK_SUBRAYS, sharedAdapter } from '../support/software-adapter.js';

const EXAMPLES = resolve(import.meta.dirname, '../../examples');

/** Names of the surveys in examples/. */
export const EXAMPLE_NAMES = readdirSync(EXAMPLES)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => name.slice(0, -'.yaml'.length));

/** Whether the receiver of a survey in examples/ samples. */
export const samples = (name: string) => /^ +sampling:/m.test(readFileSync(join(EXAMPLES, `${name}.yaml`), 'utf8'));

/** A survey of examples/, ready to be traced. */
export interface Example {
  device: DeviceScene;
  settings: RunSettings;
  programs: PulseProgram[];
  labels: SurfaceLabels;
}

/** Triangles of a generated scene; preparing those of the examples takes up to fifteen seconds. */
const TRIANGLES = 100_000;
/** Sizes that scenes of the examples have by their 400,000 triangles. */
const SIZES: Record<string, string> = { street: 'length: 120', forest: 'extent: 100' };

/** The text of a survey in examples/, in a short run with a scene of fewer triangles, as large as it is. */
function textOf(name: string): string {
  const text = readFileSync(join(EXAMPLES, `${name}.yaml`), 'utf8');
  if (isLong) return text;
  return text
    .replace(
      /(generate: \{ kind: (\w+), seed: \d+), triangles: 400000 \}/,
      (_, start, kind) => `${start}, ${SIZES[kind]} }`,
    )
    .replace(/(generate: \{ .*) \}/, `$1, triangles: ${TRIANGLES} }`);
}

/**
 * The survey of this name, with some sections in place of its own, and its scene as `change` makes it; it has fewer
 * triangles unless the run is long.
 */
export async function loadExample(
  name: string,
  sections: Partial<Omit<Survey, 'scene'>> = {},
  change = (scene: Scene) => scene,
): Promise<Example> {
  const own = await readSurvey(textOf(name), { folder: EXAMPLES, name });
  const survey = { ...own, ...sections };
  // A text describes its scene.
  const scene = change(await loadScene(own.scene as SceneDescription, {}));
  const prepared = await prepareScene(scene, {});
  const [scan] = instrumentScansOf(survey);
  return {
    device: prepared.device,
    settings: runOf(scan, prepared).settings,
    programs: scan.legs.map((_, leg) => programOf(scan, leg, scene)),
    labels: surfaceColumns(scene.surfaces),
  };
}

/** Both engines on an example; the caller closes them. */
export async function bothEngines({ device: scene }: Pick<Example, 'device'>): Promise<{ cpu: Engine; gpu: Engine }> {
  if (!sharedAdapter) throw new Error('there is no software GPU');
  return {
    cpu: await openCpuEngine({ scene, threads: availableParallelism() }),
    gpu: await openGpuEngine({ scene, adapter: sharedAdapter, chunkSubraysMax: CHUNK_SUBRAYS }),
  };
}
