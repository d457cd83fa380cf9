import { nodeFiles } from '../../../src/base/files/node-files.js';
import { joinBatches, type PointBatch, type PointKey } from '../../../src/cloud/point-batch.js';
import { inspectScene } from '../../../src/node-scans.js';
import { loadScene } from '../../../src/scene/load-scene.js';
import type { Scene } from '../../../src/scene/scene.js';
import type { SceneInspector } from '../../../src/simulation/inspect/scene-inspector.js';
import { nodeMachine } from '../../../src/simulation/node-machine.js';
import { placementOf } from '../../../src/simulation/points/leg-points.js';
import { placePoints } from '../../../src/simulation/points/place-points.js';
import { openScene } from '../../../src/simulation/scene-device.js';
import { standLegs } from '../../../src/simulation/stand-legs.js';
import { createSurvey } from '../../../src/survey/create-survey.js';
import type { SurveyInput } from '../../../src/survey/schema/survey-schema.js';
import type { Survey } from '../../../src/survey/survey.js';
import { pointsOfPieces } from '../../support/trace-points.js';

const ON_CPU = { machine: nodeMachine, engine: 'cpu', threads: 1, cache: false } as const;

/** A generated scene, as a part of a survey has it. */
export async function generated(kind: 'street' | 'forest' | 'room', triangles: number): Promise<Scene> {
  const { scene } = await createSurvey(
    { scene: { parts: [{ name: kind, generate: { kind, seed: 7, triangles } }] }, ...PLAIN } as SurveyInput,
    { files: nodeFiles },
  );
  return loadScene(scene as never, { files: nodeFiles });
}

const PLAIN = { scanner: 'velodyne-vlp-16', legs: [{ position: [0, 0, 1.7] }] };

/** A survey of a scene in memory. */
export const surveyOf = (scene: Scene, settings: Omit<SurveyInput, 'scene'>): Promise<Survey> =>
  createSurvey({ scene, ...settings } as SurveyInput, { files: nodeFiles });

/** All points of a run, as `simulate` yields them, with the place of each. */
export interface Run {
  points: PointBatch;
  /** Scanner, leg and pulse of each point. */
  places: { scanner: number; leg: number; pulse: number }[];
  inspector: SceneInspector;
}

/** Runs a survey, and keeps its scene for looking at it. */
export async function runOf(survey: Survey): Promise<Run> {
  const device = await openScene(survey.scene, { ...ON_CPU, colors: survey.colors !== undefined });
  try {
    const batches: PointBatch[] = [];
    for await (const batch of device.scan(survey)) batches.push(batch);
    const { scans, tracePieces } = await device.start(await standLegs(survey, device.scene));
    const places: Run['places'] = [];
    let placed = 0;
    for await (const { scan, leg, ...traced } of pointsOfPieces(tracePieces(), scans, device.scene)) {
      placed += placePoints(traced, placementOf(scans[scan])).count;
      for (const pulse of traced.pulses) places.push({ scanner: scan, leg, pulse });
    }
    const points = joinBatches(batches);
    if (placed !== points.count) throw new Error(`${placed} points have a pulse, ${points.count} are in the cloud`);
    return { points, places, inspector: await inspectScene(device.scene, { cache: false }) };
  } finally {
    await device.close();
  }
}

/** All attributes of the points at `indices`, as plain lists. */
export function attributesOf(points: PointBatch, indices: readonly number[]): Record<string, number[]> {
  const entries = Object.entries(points).filter(([, array]) => ArrayBuffer.isView(array));
  return Object.fromEntries(
    entries.map(([key, array]) => {
      const each = (array as Float64Array).length / points.count;
      return [key, indices.flatMap((i) => Array.from((array as Float64Array).slice(i * each, (i + 1) * each)))];
    }),
  ) as Record<PointKey, number[]>;
}

/** Indices of all points of the pulse of a point. */
export function ofSamePulse({ places }: Pick<Run, 'places'>, point: number): number[] {
  const { scanner, leg, pulse } = places[point];
  const isSame = (k: number) => places[k]?.pulse === pulse && places[k].leg === leg && places[k].scanner === scanner;
  let first = point;
  while (isSame(first - 1)) first--;
  const indices = [];
  for (let k = first; isSame(k); k++) indices.push(k);
  return indices;
}
