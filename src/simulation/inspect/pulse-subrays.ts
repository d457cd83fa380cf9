import type { Vec3 } from '../../base/vec3.js';
import { cross, dot } from '../../base/vec3.js';
import { Pulse } from '../../device/records.generated.js';
import type { PulseBuffers } from '../../engine/cpu/pulse-tracer.js';
import type { Records } from '../../engine/engine.js';
import type { Scene } from '../../scene/scene.js';
import type { LegInspection } from './leg-inspection.js';
import { echoOfSubrays, hitsInReach } from './pulse-echoes.js';
import type { PulseEcho, PulseSubrays } from './pulse-trace.js';

/** The vector at a field of a record. */
export const vectorAt = ({ floats }: Records, field: number): Vec3 => [
  floats[field / 4],
  floats[field / 4 + 1],
  floats[field / 4 + 2],
];

/** The subrays of a pulse: their starts and ends, their hits, and the energy that came back. */
export function pulseSubrays(
  scene: Pick<Scene, 'frameOrigin' | 'surfaces'>,
  buffers: PulseBuffers,
  { settings, numbers, recorder }: LegInspection,
  echoes: readonly PulseEcho[],
): PulseSubrays {
  const { pulse, hits, directions } = buffers;
  const count = directions.length / 3;
  const exitOf = settings.features.includes('exits') ? exitReader(pulse, numbers.rayleigh) : () => AXIS;
  const reach = hitsInReach(buffers, pulse.floats[Pulse.rangeMin / 4], pulse.floats[Pulse.rangeMax / 4]);
  const addsUp = recorder === undefined;
  const subrays = noSubrays(count, directions, echoOfSubrays(buffers, echoes, reach, addsUp).slice(0, count));
  const origin = vectorAt(pulse, Pulse.origin);
  for (let k = 0; k < count; k++) {
    const direction: Vec3 = [directions[3 * k], directions[3 * k + 1], directions[3 * k + 2]];
    const exit = exitOf(direction);
    for (let axis = 0; axis < 3; axis++)
      subrays.starts[3 * k + axis] = scene.frameOrigin[axis] + origin[axis] + exit[axis];
    if (hits.distance[k] >= 0) setHit(subrays, k, hits, scene.surfaces[hits.surface[k]]);
  }
  return subrays;
}

const AXIS: Vec3 = [0, 0, 0];

const noSubrays = (count: number, directions: Float32Array, echoes: Int8Array): PulseSubrays => ({
  count,
  starts: new Float64Array(3 * count),
  directions,
  ranges: new Float32Array(count).fill(Number.NaN),
  ends: new Float64Array(3 * count).fill(Number.NaN),
  incidenceAngles: new Float32Array(count).fill(Number.NaN),
  energies: new Float32Array(count),
  objects: new Uint32Array(count),
  materials: new Uint16Array(count),
  semantics: new Uint16Array(count),
  classes: new Uint8Array(count),
  echoes,
});

function setHit(
  subrays: PulseSubrays,
  k: number,
  hits: PulseBuffers['hits'],
  surface: Scene['surfaces'][number],
): void {
  const range = hits.distance[k];
  let cosine = 0;
  for (let axis = 0; axis < 3; axis++) {
    const along = subrays.directions[3 * k + axis];
    subrays.ends[3 * k + axis] = subrays.starts[3 * k + axis] + range * along;
    cosine -= along * hits.normal[3 * k + axis];
  }
  subrays.ranges[k] = range;
  subrays.incidenceAngles[k] = Math.acos(Math.min(1, Math.max(0, cosine)));
  subrays.energies[k] = hits.energy[k];
  subrays.objects[k] = surface.instance;
  subrays.materials[k] = surface.material;
  subrays.semantics[k] = surface.semantic;
  subrays.classes[k] = surface.classification;
}

/** Origin of a subray in a wide exit, relative to the pulse's origin: z_r (d·r) u − z_u (d·u) r, see wasm/exits.ts. */
function exitReader(pulse: Records, [zRight, zUp]: readonly [number, number]): (direction: Vec3) => Vec3 {
  const right = vectorAt(pulse, Pulse.right);
  const up = cross(right, vectorAt(pulse, Pulse.direction));
  return (direction) => {
    const [along, above] = [zRight * dot(direction, right), zUp * dot(direction, up)];
    return [along * up[0] - above * right[0], along * up[1] - above * right[1], along * up[2] - above * right[2]];
  };
}
