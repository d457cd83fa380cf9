import { availableParallelism } from 'node:os';
import type { PointBatch } from '../cloud/point-batch.js';
import { createCpuEngine } from '../engine/cpu/cpu-engine.js';
import type { DeviceScene } from '../engine/device-scene.js';
import type { Engine } from '../engine/engine.js';
import { createPulseProgram, type PulseProgram } from '../scanner/pulse-program.js';
import type { Scene } from '../scene/scene.js';
import type { Survey } from '../survey/survey.js';
import { createRunSettings } from './run-settings.js';
import { columnsOf, intensityScale, unpackPoints } from './unpack-points.js';

export interface TraceOptions {
  /** Worker threads of the CPU engine; all that the machine has unless given. */
  threads?: number;
  signal?: AbortSignal;
}

/** An engine with the survey's scene and settings on it; the caller closes it. */
export async function createEngine(survey: Survey, device: DeviceScene, options: TraceOptions = {}): Promise<Engine> {
  const { scanner, footprint, seed } = survey;
  const settings = createRunSettings({ seed, scanner, footprint, extinction: survey.atmosphere.extinction });
  const channelsMax = scanner.deflector.kind === 'spinning' ? scanner.deflector.channels.length : 1;
  const threads = options.threads ?? availableParallelism();
  return createCpuEngine({ scene: device, settings, channelsMax, threads, signal: options.signal });
}

/** The pulse programs of a survey's legs. */
export function programsOf(survey: Survey, scene: Scene): PulseProgram[] {
  return survey.legs.map((leg, k) => createPulseProgram(survey.scanner, survey.mount, leg, k, scene.frameOrigin));
}

/** All points of a survey, leg by leg, in order of (pulse, return); `onPulses` hears after each chunk how many are done. */
export async function* tracePoints(
  engine: Engine,
  survey: Survey,
  scene: Scene,
  onPulses: (done: number, total: number) => void = () => {},
): AsyncGenerator<PointBatch> {
  const labels = columnsOf(scene.surfaces);
  const intensity = intensityScale(survey.intensity, survey.scanner.detection.minEnergy);
  const programs = programsOf(survey, scene);
  const total = programs.reduce((sum, program) => sum + program.pulseCount, 0);
  let pulses = 0;
  for (const [k, program] of programs.entries()) {
    const { startTime, pointSourceId } = survey.legs[k];
    const context = { frameOrigin: scene.frameOrigin, startTime, pointSourceId, labels, intensity };
    for await (const chunk of engine.trace(program)) {
      const batch = unpackPoints(chunk, context);
      pulses += chunk.pulseCount;
      onPulses(pulses, total);
      if (batch.count > 0) yield batch;
    }
  }
}
