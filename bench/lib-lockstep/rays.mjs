// The subrays of pulses as the stages `pulse` and `subray` make them, in the frame of the scene's only mesh.
import { CpuStages } from '../../dist/bench/cpu-stages.js';
import { Hit, Instrument, NONE, Pulse, Run } from '../../dist/device/records.generated.js';
import { programOf, runOf } from '../../dist/simulation/instrument-scan.js';

/** Pulses of a run: as many as a group of lanes takes with one each. */
export const RUN_PULSES = 32;
/** Numbers of a ray: its start, its direction, the inverse of that. */
export const RAY_NUMBERS = 9;
/** Replaces coordinates of directions that are 0. */
const STILL = 1e-18;
/** Spreads runs evenly over a leg, whatever its lines: the golden ratio less 1. */
const GOLDEN = 0.6180339887498949;

/**
 * `count` times RUN_PULSES consecutive pulses from all over the first leg of a scan:
 *  - `rays`: RAY_NUMBERS a subray; `origins`: 3 a pulse (subrays begin near it);
 *  - `hits`: of each subray, the number in its mesh of the triangle that it hits by the CPU engine, NONE without a hit;
 *  - `runs`: first pulse and device records of each run; `settings` and `program` from which they were made.
 */
export async function raysOf(scan, scene, prepared, tree, count) {
  const { settings } = runOf(scan, prepared);
  const program = programOf(scan, 0, scene);
  const stages = await CpuStages.open({ device: prepared.device, settings }, program);
  const { subrayCount: subrays } = settings;
  const pulses = count * RUN_PULSES;
  const rays = {
    pulses,
    subrays,
    rays: new Float64Array(pulses * subrays * RAY_NUMBERS),
    origins: new Float64Array(pulses * 3),
    hits: new Uint32Array(pulses * subrays),
  };
  const rayleigh = rayleighLengths(program, settings);
  const runs = Array.from({ length: count }, (_, run) => {
    const first = Math.floor((program.pulseCount - RUN_PULSES) * ((run * GOLDEN) % 1));
    const made = stages.run(first, RUN_PULSES);
    addRun(rays, run * RUN_PULSES, made, tree.toMesh, rayleigh);
    return {
      first,
      pulses: made.pulse.pulses,
      directions: made.subray.directions,
      hits: made.reflect.hits,
    };
  });
  return { ...rays, runs, settings, program };
}

/**
 * Distance from the exit at which the beam is √2 times as wide as there, for each half angle, metres: sideways,
 * upwards.
 */
function rayleighLengths({ buffers }, settings) {
  const { [Run.exits / 4]: exits } = new Uint32Array(settings.buffers.run);
  const numbers = new Float32Array(buffers.instrument);
  return exits ? [numbers[Instrument.rayleighRight / 4], numbers[Instrument.rayleighUp / 4]] : [0, 0];
}

const vector = (numbers, at) => [numbers[at], numbers[at + 1], numbers[at + 2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const turned = (m, v) => [0, 4, 8].map((row) => dot([m[row], m[row + 1], m[row + 2]], v));
const moved = (m, v) => turned(m, v).map((x, axis) => x + m[axis * 4 + 3]);

/** Adds the pulses that the CPU engine's stages have made. */
function addRun({ subrays, rays, origins, hits }, firstPulse, { pulse, subray, traverse }, toMesh, rayleigh) {
  const pulses = new Float32Array(pulse.pulses);
  const directions = new Float32Array(subray.directions);
  const found = { floats: new Float32Array(traverse.hits), words: new Uint32Array(traverse.hits) };
  for (let p = 0; p < RUN_PULSES; p++) {
    const at = (p * Pulse.SIZE) / 4;
    const origin = vector(pulses, at + Pulse.origin / 4);
    const axis = vector(pulses, at + Pulse.direction / 4);
    const right = vector(pulses, at + Pulse.right / 4);
    origins.set(moved(toMesh, origin), (firstPulse + p) * 3);
    for (let k = 0; k < subrays; k++) {
      const direction = vector(directions, (p * subrays + k) * 4);
      const exit = exitOf(direction, axis, right, rayleigh);
      const ray = (firstPulse + p) * subrays + k;
      const inMesh = turned(toMesh, direction).map((x) => x || STILL);
      const start = moved(
        toMesh,
        origin.map((x, j) => x + exit[j]),
      );
      rays.set([...start, ...inMesh, ...inMesh.map((x) => 1 / x)], ray * RAY_NUMBERS);
      const hit = ((p * subrays + k) * Hit.SIZE) / 4;
      hits[ray] = found.floats[hit + Hit.distance / 4] >= 0 ? found.words[hit + Hit.triangle / 4] : NONE;
    }
  }
}

/** Exit of a subray, relative to the pulse's origin; see wgsl/exits.wgsl. */
function exitOf(direction, axis, right, [sideways, upward]) {
  const turn = cross(direction, axis);
  const excess = cross(right, axis);
  const along = (sideways - upward) * dot(direction, right);
  return turn.map((x, j) => upward * x + along * excess[j]);
}
