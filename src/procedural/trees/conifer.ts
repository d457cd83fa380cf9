import type { RandomStream } from '../../base/random-stream.js';
import type { Vec3 } from '../../base/vec3.js';
import { add, cross, normalize, scale } from '../../base/vec3.js';
import { alongBranch, type Branch, growBranch } from './branch.js';
import type { TreeForm } from './species.js';

/** Trunk, whorls of boughs and their flat side twigs of a conifer of this height. */
export function growConifer(random: RandomStream, form: TreeForm, height: number): Branch[] {
  const trunk = growBranch(random, {
    start: [0, 0, -0.3],
    direction: [0, 0, 1],
    length: height + 0.3,
    baseRadius: height * form.trunkThickness,
    tipRadius: 0.01,
    segments: 12,
    wander: form.trunkWander,
    lift: 0.2,
    foliage: 0.05,
  });
  trunk.radii[0] *= 1.4;
  const boughs = growWhorls(random, form, height, trunk);
  return [trunk, ...boughs, ...boughs.flatMap((bough) => growSideTwigs(random, bough, form.twigSpacing))];
}

function growWhorls(random: RandomStream, form: TreeForm, height: number, trunk: Branch): Branch[] {
  const boughs: Branch[] = [];
  const crownLength = height * (1 - form.crownBase);
  const whorls = Math.max(6, Math.round(crownLength / form.branchSpacing));
  for (let whorl = 0; whorl < whorls; whorl++) {
    const crown = (whorl + 0.3) / whorls;
    const roll = random.range(0, 6.28);
    const count = form.boughs + random.index(3);
    for (let k = 0; k < count; k++) {
      const t = Math.min(0.985, form.crownBase + (1 - form.crownBase) * (crown + random.bell() * 0.006));
      const { point } = alongBranch(trunk, t);
      const azimuth = roll + (6.2832 * (k + random.bell() * 0.15)) / count;
      const length = 0.25 + height * form.crownRadius * form.outline(crown) * random.range(0.75, 1.1);
      const slope = form.lowAngle + (form.topAngle - form.lowAngle) * crown;
      boughs.push(growBough(random, point, azimuth, slope, length, form.lift));
    }
  }
  return boughs;
}

/** A bough that leaves the trunk with `slope` (rise over run) and lifts or droops along its length. */
function growBough(
  random: RandomStream,
  start: Vec3,
  azimuth: number,
  slope: number,
  length: number,
  lift: number,
): Branch {
  return growBranch(random, {
    start,
    direction: normalize([Math.cos(azimuth), Math.sin(azimuth), slope]),
    length,
    baseRadius: 0.012 + length * 0.011,
    tipRadius: 0.004,
    segments: 4,
    wander: 0.06,
    lift,
    foliage: 0.7,
  });
}

/** Twigs on both sides of a bough, in its plane, shorter towards the tip. */
function growSideTwigs(random: RandomStream, bough: Branch, spacing: number): Branch[] {
  const pairs = Math.max(2, Math.round(bough.length / spacing));
  const twigs: Branch[] = [];
  for (let i = 0; i < pairs * 2; i++) {
    const t = 0.15 + (0.82 * (Math.floor(i / 2) + random.unit())) / pairs;
    const { point, direction } = alongBranch(bough, t);
    const side = normalize(cross(direction, [0, 0, i % 2 === 0 ? 1 : -1]));
    twigs.push(
      growBranch(random, {
        start: point,
        direction: normalize(add(add(scale(direction, 0.75), scale(side, 0.8)), [0, 0, -0.12])),
        length: (0.1 + 0.42 * bough.length * (1.05 - t)) * random.range(0.75, 1.2),
        baseRadius: 0.006,
        tipRadius: 0.002,
        segments: 2,
        wander: 0.1,
        lift: -0.06,
        foliage: 1,
      }),
    );
  }
  return twigs;
}
