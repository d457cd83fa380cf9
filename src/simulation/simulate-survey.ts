import { SILENT_LOG } from '../base/log.js';
import type { PointBatch } from '../cloud/point-batch.js';
import { loadScene } from '../scene/load-scene.js';
import type { Survey } from '../survey/survey.js';
import { checkMaterials } from './check-materials.js';
import type { EngineRequest } from './engines/choose-engine.js';
import type { PrepareOptions, WithMachine } from './machine.js';
import { placePoints } from './points/place-points.js';
import { hidesDirections } from './points/restrict-pulses.js';
import { runOf, scanPlansOf } from './scan-plan.js';
import { traceInstruments } from './trace-instruments.js';
import { placementOf, reportPulses } from './trace-points.js';

/** Options of `simulate`. */
export type SimulateOptions = PrepareOptions & EngineRequest & WithMachine;

/**
 * Scans the scene of a survey and gives its points batch by batch, in order of (scanner, leg, pulse, return); nothing is written.
 * Ends early when the loop over it does, or by `signal`. Throws UserError for a scene that cannot be read, for
 * materials that a strict survey refuses and for an engine that cannot be had, AbortedError.
 */
export async function* simulate(survey: Survey, options: SimulateOptions): AsyncGenerator<PointBatch> {
  const { machine, threads, signal, onProgress, log = SILENT_LOG } = options;
  const choice = await machine.chooseEngine(options, { signal, log });
  const scene = await loadScene(survey.scene, { files: machine.files, log, signal, onProgress });
  checkMaterials(survey, scene, log);
  const device = await machine.prepareScene(scene, options);
  const runs = scanPlansOf(survey).map((plan) => runOf(plan, device));
  const engine = await machine.openEngine(runs[0], device, { choice, threads, log });
  const listener = {
    signal,
    onPulses: reportPulses(onProgress),
    createPulseLister: survey.restrictions.some(hidesDirections) ? machine.createPulseLister : undefined,
  };
  try {
    for await (const { plan, ...chunk } of traceInstruments(engine, runs, scene, listener))
      if (chunk.points.count > 0) yield placePoints(chunk, placementOf(plan));
  } finally {
    await engine.close();
  }
}
