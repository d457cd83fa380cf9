import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { DeviceScene } from '../../src/device/device-scene.js';
import type { PulseProgram } from '../../src/device/pulse-program.js';
import type { RunSettings } from '../../src/device/run-settings.js';
import { openCpuEngine } from '../../src/engine/cpu/node-cpu-engine.js';
import type { Engine } from '../../src/engine/engine.js';
import { openGpuEngine } from '../../src/engine/gpu/gpu-engine.js';
import { loadScene, loadSurvey } from '../../src/node-surveys.js';
import type { Scene } from '../../src/scene/scene.js';
import { programOf, runOf } from '../../src/simulation/instrument-scan.js';
import { instrumentScansOf } from '../../src/simulation/instrument-scans.js';
import { prepareScene } from '../../src/simulation/node-prepare-scene.js';
import { type SurfaceLabels, surfaceColumns } from '../../src/simulation/points/scene-facts.js';
import type { Survey } from '../../src/survey/survey.js';
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

/** The survey of this name, with some sections in place of its own, and its scene as `change` makes it. */
export async function loadExample(
  name: string,
  sections: Partial<Omit<Survey, 'scene'>> = {},
  change = (scene: Scene) => scene,
): Promise<Example> {
  const own = await loadSurvey(join(EXAMPLES, `${name}.yaml`));
  const survey = { ...own, ...sections };
  const scene = change(await loadScene(own.scene, {}));
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
