import { transformBox } from '../base/affine.js';
import type { Box3, Vec3 } from '../base/vec3.js';
import type { Leg } from '../platform/leg.js';
import { firingScanners } from '../scanner/leg-scanner.js';
import type { Scene } from '../scene/scene.js';
import { boxOfMedium } from '../scene/voxel-medium.js';
import type { BareSurvey } from '../survey/bare-survey.js';

/** A beam that is narrower than this, metres, is narrower than most leaves. */
const LEAF_WIDTH = 0.02;
/** Places of all paths that are looked at, or two a leg. */
const PLACES = 256;

type Checked = Pick<BareSurvey, 'instruments' | 'legs' | 'footprint' | 'physics'>;

/**
 * A warning if a beam is narrower than a leaf where it comes next to foliage whose leaves are taken for small: its
 * pulses meet single leaves or gaps, while those of a wide beam meet a little of each. Empty without one.
 */
export function checkFoliage({ instruments, legs, footprint, physics }: Checked, scene: Scene): string[] {
  const turbid = (scene.media ?? []).filter(({ medium }) => !medium.faces && medium.leafSize === undefined);
  if (turbid.length === 0 || footprint.subrays === 1 || physics?.echoes === 'bins') return [];
  const boxes = turbid.map(({ medium, transform }) => transformBox(transform, boxOfMedium(medium)));
  const { nearest, distance } = nearestOf(boxes, legs);
  for (const { name, scanner } of instruments.flatMap((instrument) =>
    firingScanners(instrument).map((fires) => ({ name: instrument.name, scanner: fires })),
  )) {
    const angle = Math.max(scanner.divergence.horizontal, scanner.divergence.vertical);
    const width = 2 * Math.hypot(scanner.exitRadius, angle * distance);
    if (width >= LEAF_WIDTH) continue;
    const object = scene.names.instances[scene.surfaces[turbid[nearest].surface].instance];
    return [
      `voxels of ${object}: the beam of ${name} is ${Math.max(1, Math.round(1000 * width))} mm wide where it comes next to them, which is less than most leaves are, but leaves of mode medium are small against the beam; "leafSize" (metres) makes them single leaves`,
    ];
  }
  return [];
}

/** The box to which a leg comes nearest, and its distance there, metres. */
function nearestOf(boxes: readonly Box3[], legs: readonly Leg[]): { nearest: number; distance: number } {
  let [nearest, distance] = [0, Infinity];
  const count = Math.max(2, Math.ceil(PLACES / legs.length));
  for (const leg of legs)
    for (const place of placesOn(leg, count))
      for (const [k, box] of boxes.entries()) {
        const away = distanceTo(box, place);
        if (away < distance) [nearest, distance] = [k, away];
      }
  return { nearest, distance };
}

/** Some places on a leg's path, at least two, or the one of a station. */
function placesOn({ path }: Leg, count: number): Vec3[] {
  if (path.kind === 'station') return [path.position];
  const { positions } = path.kind === 'recorded' ? path.trajectory : { positions: [...path.from, ...path.to] };
  const last = positions.length / 3 - 1;
  return Array.from({ length: count }, (_, k) => {
    const at = (last * k) / (count - 1);
    const [low, high] = [Math.floor(at), Math.ceil(at)].map((knot) => 3 * knot);
    return [0, 1, 2].map(
      (axis) => positions[low + axis] + (at - Math.floor(at)) * (positions[high + axis] - positions[low + axis]),
    ) as unknown as Vec3;
  });
}

/** Distance of a place from a box; 0 inside. */
const distanceTo = ({ min, max }: Box3, place: Vec3): number =>
  Math.hypot(...place.map((value, axis) => Math.max(min[axis] - value, 0, value - max[axis])));
