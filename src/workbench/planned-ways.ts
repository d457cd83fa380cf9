import type { Vec3 } from '../base/vec3.js';
import type { AnyPlan, FlightPlan } from '../planning/survey-plan.js';

/** The way of a planned leg in the world, x y z of each point, metres; a station has one. */
export interface PlannedWay {
  name: string;
  way: Float64Array;
  /** Edges of its swath on the ground, a point for each of the way; none for legs without one. */
  left: Float64Array;
  right: Float64Array;
}

/** The ways of the legs of a plan, in their order. */
export const plannedWays = (plan: AnyPlan): PlannedWay[] =>
  plan.legs.map(({ section }) => {
    const points = pointsOf(section);
    const swath = plan.kind === 'als' || plan.kind === 'uav' ? plan : undefined;
    return {
      name: String(section.name),
      way: Float64Array.from(points.flat()),
      left: Float64Array.from(swath ? points.flatMap((_, k) => edgePoint(points, k, swath, swath.swath.left)) : []),
      right: Float64Array.from(swath ? points.flatMap((_, k) => edgePoint(points, k, swath, swath.swath.right)) : []),
    };
  });

function pointsOf(section: Readonly<Record<string, unknown>>): Vec3[] {
  const { position, from, to, path, waypoints } = section as Record<string, unknown>;
  if (position !== undefined) return [position as Vec3];
  return from === undefined ? ((path ?? waypoints) as Vec3[]) : [from as Vec3, to as Vec3];
}

/** Intersection of the swath's edge beam with the ground below a point of the way. */
function edgePoint(
  points: readonly Vec3[],
  k: number,
  { height, reference, altitude }: FlightPlan,
  edge: number,
): Vec3 {
  const [before, after] = [points[Math.max(0, k - 1)], points[Math.min(points.length - 1, k + 1)]];
  const [u, v] = [after[0] - before[0], after[1] - before[1]];
  const length = Math.hypot(u, v);
  const [x, y, z] = points[k];
  const ground = reference === 'terrain' ? z - height : altitude[0] - height;
  return [x + (edge * height * v) / length, y - (edge * height * u) / length, ground];
}
