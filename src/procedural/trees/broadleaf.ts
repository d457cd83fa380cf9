import type { RandomStream } from '../../base/random-stream.js';
import type { Vec3 } from '../../base/vec3.js';
import { normalize } from '../../base/vec3.js';
import { alongBranch, type Branch, growBranch, leaving } from './branch.js';
import type { TreeForm } from './species.js';

/** Successive branches leave the stem at this angle around it (2π/φ²), so that none is directly above another. */
const GOLDEN_ANGLE = 2.399963;
/** Largest thickness of a child branch as a fraction of its parent's. */
const CHILD_THICKNESS = 0.65;

/** Trunk, boughs, branches and twigs of a broad-leaved tree of this height, thickest kinds first. */
export function growBroadleaf(random: RandomStream, form: TreeForm, height: number): Branch[] {
  const trunk = growBranch(random, {
    start: [0, 0, -0.3],
    direction: [random.range(-0.05, 0.05), random.range(-0.05, 0.05), 1],
    length: height * 0.93,
    baseRadius: height * form.trunkThickness,
    tipRadius: height * form.trunkThickness * 0.12,
    segments: 14,
    wander: form.trunkWander,
    lift: 0.08,
    foliage: 0.15,
  });
  flare(trunk);
  const boughs = growBoughs(random, form, height, trunk);
  const branches = boughs.flatMap((bough) => growChildren(random, bough, form.branchSpacing, 0.42, 4));
  const twigs = branches.flatMap((branch) => growChildren(random, branch, form.twigSpacing, 0.45, 2));
  for (const twig of twigs) twig.foliage = 1;
  return [trunk, ...boughs, ...branches, ...twigs];
}

/** Widens the trunk's foot, like roots. */
function flare(trunk: Branch): void {
  trunk.radii[0] *= 1.7;
  trunk.radii[1] *= 1.08;
}

function growBoughs(random: RandomStream, form: TreeForm, height: number, trunk: Branch): Branch[] {
  const boughs: Branch[] = [];
  const roll = random.range(0, 6.28);
  for (let i = 0; i < form.boughs; i++) {
    const crown = (i + random.range(0.1, 0.9)) / form.boughs;
    const { point, direction, radius } = alongBranch(trunk, form.crownBase + (0.98 - form.crownBase) * crown);
    const angle = form.lowAngle + (form.topAngle - form.lowAngle) * crown + random.bell() * 0.12;
    const length = height * form.crownRadius * form.outline(crown) * random.range(0.75, 1.15);
    boughs.push(
      growBranch(random, {
        start: point,
        direction: leaving(direction, angle, roll + i * GOLDEN_ANGLE + random.bell() * 0.3),
        length,
        baseRadius: Math.min(radius * CHILD_THICKNESS, 0.03 + length * 0.018),
        tipRadius: 0.008,
        segments: 6,
        wander: 0.16,
        lift: form.lift,
        foliage: 0.2,
      }),
    );
  }
  return boughs;
}

/** Side branches along the outer part of `parent`, one every `spacing` metres. */
function growChildren(
  random: RandomStream,
  parent: Branch,
  spacing: number,
  ratio: number,
  segments: number,
): Branch[] {
  const count = Math.max(2, Math.round(parent.length / spacing));
  const children: Branch[] = [];
  const roll = random.range(0, 6.28);
  for (let i = 0; i < count; i++) {
    const t = 0.22 + (0.76 * (i + random.unit())) / count;
    const { point, direction, radius } = alongBranch(parent, t);
    const length = parent.length * ratio * (1.15 - 0.75 * t) * random.range(0.7, 1.3);
    children.push(
      growBranch(random, {
        start: point,
        direction: outward(leaving(direction, random.range(0.6, 1.05), roll + i * GOLDEN_ANGLE)),
        length,
        baseRadius: Math.max(0.004, Math.min(radius * CHILD_THICKNESS, 0.006 + length * 0.014)),
        tipRadius: 0.003,
        segments,
        wander: 0.2,
        lift: 0.05,
        foliage: 0.6,
      }),
    );
  }
  return children;
}

/** Bends steep downward growth up again: twigs grow towards the light. */
function outward(direction: Vec3): Vec3 {
  return direction[2] < -0.3 ? normalize([direction[0], direction[1], -0.2]) : direction;
}
