import { invariant } from '../base/errors.js';
import { needsShadows, type PointColoring } from '../cloud/shading/point-coloring.js';
import type { EngineOptions, RunSettings } from '../engine/engine.js';
import { Run } from '../engine/records.generated.js';
import { RADIOMETRY_DEFAULTS } from '../material/radiometry.js';
import { energyFactor } from '../scanner/energy-factor.js';
import { drawnSubrays, layOutRings, ringsOf } from '../scanner/footprint.js';
import { type ProgramRoom, programRoomOf } from '../scanner/pulse-program.js';
import type { Scanner } from '../scanner/scanner.js';
import { deviceSceneAt, type PreparedScene } from './prepared-scene.js';
import { programOf, type ScanPlan } from './scan-plan.js';

/** What a run needs besides scene and legs. */
export interface RunInput {
  seed: number;
  scanner: Scanner;
  footprint: { pattern: 'rings' | 'disc'; subrays: number; weights: 'gaussian' | 'uniform' };
  /** One way, 1/m. */
  extinction: number;
  /** Absent: points have no colour. */
  colors?: PointColoring;
}

/** What every engine is created with, for the legs of `plan` in `scene`. */
export function createEngineOptions(plan: ScanPlan, scene: PreparedScene): Omit<EngineOptions, 'signal'> {
  const { scanner, footprint, seed, atmosphere, colors, radiometry = RADIOMETRY_DEFAULTS } = plan;
  const settings = createRunSettings({ seed, scanner, footprint, extinction: atmosphere.extinction, colors });
  return { scene: deviceSceneAt(scene, scanner.wavelengthNm, radiometry), settings, programRoom: roomOf(plan) };
}

/** Room for the program of any leg; one program at a time, since those of long paths or patterns are large. */
function roomOf(plan: ScanPlan): ProgramRoom {
  const programs = function* () {
    for (const leg of plan.legs.keys()) yield programOf(plan, leg, { frameOrigin: [0, 0, 0] });
  };
  return programRoomOf(programs());
}

/** What the device finds out for the colours of points. */
const COLORS = { none: 0, texel: 1, texelAndShadow: 2 } as const;

const PATTERN = { rings: 0, uniformDisc: 1, gaussianDisc: 2 } as const;

/** The Run and Subray records of a run. The footprint's number of subrays must fit its pattern. */
export function createRunSettings({ seed, scanner, footprint, extinction, colors }: RunInput): RunSettings {
  const { detection, pulse } = scanner;
  const disc = footprint.weights === 'uniform' ? PATTERN.uniformDisc : PATTERN.gaussianDisc;
  // A pulse has no more returns than subrays: no need of room for more.
  const maxReturns = Math.min(detection.maxReturns, footprint.subrays);
  const view = new DataView(new ArrayBuffer(Run.SIZE));
  view.setUint32(Run.seed, seed, true);
  view.setUint32(Run.subrayCount, footprint.subrays, true);
  view.setUint32(Run.maxReturns, maxReturns, true);
  view.setUint32(Run.pattern, footprint.pattern === 'rings' ? PATTERN.rings : disc, true);
  view.setFloat32(Run.divergence, scanner.divergence, true);
  view.setFloat32(Run.energyFactor, energyFactor(scanner), true);
  view.setFloat32(Run.extinction, extinction, true);
  view.setFloat32(Run.minEnergy, detection.minEnergy, true);
  view.setFloat32(Run.rangeResolution, detection.rangeResolution, true);
  view.setFloat32(Run.rangeNoise, detection.rangeNoise, true);
  view.setFloat32(Run.pulseDuration, pulse.duration, true);
  writeColors(view, colors);
  return {
    record: view.buffer,
    subrays: subrayRecords(scanner, footprint),
    subrayCount: footprint.subrays,
    maxReturns,
  };
}

/** The device's axes are those of the world. */
function writeColors(view: DataView, colors: PointColoring | undefined): void {
  const [x, y, z] = colors?.kind === 'shaded' ? colors.daylight.toSun : [0, 0, 0];
  view.setFloat32(Run.toSun, x, true);
  view.setFloat32(Run.toSun + 4, y, true);
  view.setFloat32(Run.toSun + 8, z, true);
  const asked = colors && needsShadows(colors) ? COLORS.texelAndShadow : COLORS.texel;
  view.setUint32(Run.colors, colors === undefined ? COLORS.none : asked, true);
}

function subrayRecords(scanner: Scanner, footprint: RunInput['footprint']): ArrayBuffer {
  if (footprint.pattern === 'disc') return drawnSubrays(footprint.subrays);
  const rings = ringsOf(footprint.subrays);
  invariant(rings !== undefined, `no rings have ${footprint.subrays} subrays`);
  return layOutRings(rings, scanner.divergence, footprint.weights);
}
