import { invariant } from '../base/errors.js';
import type { DeviceScene } from '../engine/device-scene.js';
import type { EngineOptions, RunSettings } from '../engine/engine.js';
import { Run } from '../engine/records.generated.js';
import { drawnSubrays, layOutRings, ringsOf } from '../scanner/footprint.js';
import { type ProgramRoom, programRoomOf } from '../scanner/pulse-program.js';
import type { Scanner } from '../scanner/scanner.js';
import { programOf, type ScanPlan } from './scan-plan.js';

/** What a run needs besides scene and legs. */
export interface RunInput {
  seed: number;
  scanner: Scanner;
  footprint: { pattern: 'rings' | 'disc'; subrays: number; weights: 'gaussian' | 'uniform' };
  /** One way, 1/m. */
  extinction: number;
}

/** What every engine is created with, for the legs of `plan` in `scene`. */
export function createEngineOptions(plan: ScanPlan, scene: DeviceScene): Omit<EngineOptions, 'signal'> {
  const { scanner, footprint, seed, atmosphere } = plan;
  const settings = createRunSettings({ seed, scanner, footprint, extinction: atmosphere.extinction });
  return { scene, settings, programRoom: roomOf(plan) };
}

/** Room for the program of any leg; one program at a time, since those of long paths or patterns are large. */
function roomOf(plan: ScanPlan): ProgramRoom {
  const programs = function* () {
    for (const leg of plan.legs.keys()) yield programOf(plan, leg, { frameOrigin: [0, 0, 0] });
  };
  return programRoomOf(programs());
}

const PATTERN = { rings: 0, uniformDisc: 1, gaussianDisc: 2 } as const;

/** The Run and Subray records of a run. The footprint's number of subrays must fit its pattern. */
export function createRunSettings({ seed, scanner, footprint, extinction }: RunInput): RunSettings {
  const { receiver, detection, pulse } = scanner;
  const disc = footprint.weights === 'uniform' ? PATTERN.uniformDisc : PATTERN.gaussianDisc;
  // A pulse has no more returns than subrays: no need of room for more.
  const maxReturns = Math.min(detection.maxReturns, footprint.subrays);
  const view = new DataView(new ArrayBuffer(Run.SIZE));
  view.setUint32(Run.seed, seed, true);
  view.setUint32(Run.subrayCount, footprint.subrays, true);
  view.setUint32(Run.maxReturns, maxReturns, true);
  view.setUint32(Run.pattern, footprint.pattern === 'rings' ? PATTERN.rings : disc, true);
  view.setFloat32(Run.divergence, scanner.divergence, true);
  view.setFloat32(Run.energyFactor, (pulse.energy * receiver.diameter ** 2 * receiver.efficiency) / 4, true);
  view.setFloat32(Run.extinction, extinction, true);
  view.setFloat32(Run.minEnergy, detection.minEnergy, true);
  view.setFloat32(Run.rangeResolution, detection.rangeResolution, true);
  view.setFloat32(Run.rangeNoise, detection.rangeNoise, true);
  view.setFloat32(Run.pulseDuration, pulse.duration, true);
  return {
    record: view.buffer,
    subrays: subrayRecords(scanner, footprint),
    subrayCount: footprint.subrays,
    maxReturns,
  };
}

function subrayRecords(scanner: Scanner, footprint: RunInput['footprint']): ArrayBuffer {
  if (footprint.pattern === 'disc') return drawnSubrays(footprint.subrays);
  const rings = ringsOf(footprint.subrays);
  invariant(rings !== undefined, `no rings have ${footprint.subrays} subrays`);
  return layOutRings(rings, scanner.divergence, footprint.weights);
}
