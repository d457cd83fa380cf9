import { DEGREE } from '../../base/angle.js';
import { rotate } from '../../base/quaternion.js';
import type { Vec3 } from '../../base/vec3.js';
import type { Mount } from '../../platform/leg.js';
import type { FieldSetting } from '../../scanner/deflectors/deflector-kind.js';
import type { FlightPace } from '../scanner/scan-density.js';
import { attitudeQuaternion } from '../scanner/swath.js';
import type { LegSection } from '../survey-plan.js';
import type { HeightPlan } from './flight-heights.js';
import { flightSection, flightTime, pathSection, round } from './leg-section.js';
import type { FlownLine } from './strip-coverage.js';

/** A line with the name of its leg. */
type NamedLine = FlownLine & { name: string };

interface LegPlan {
  kind: 'als' | 'uav';
  pace: FlightPace;
  mount: Mount;
  setting: FieldSetting;
  heights: HeightPlan;
}

/** Seconds of an aircraft's half turn at the standard rate of 3° a second (ICAO Doc 8168, rate one turn). */
const HALF_TURN = 60;

/** A leg for each line with its duration in seconds, and the total time between them. */
export function legSections(
  lines: readonly NamedLine[],
  plan: LegPlan,
): { sections: LegSection[]; times: number[]; pauses: number } {
  const azimuth = plan.setting.sector && { azimuth: plan.setting.sector.map((angle) => round(angle / DEGREE)) };
  const { speed } = plan.pace;
  const toSection = plan.kind === 'als' ? pathSection : flightSection;
  const times = lines.map(({ length }) => (plan.kind === 'als' ? length / speed : flightTime(length, speed)));
  const pauses = lines.map((line, k) => (k === 0 ? 0 : transit(lines[k - 1], line, plan)));
  const sections = lines.map((line, k) => ({
    section: {
      name: line.name,
      ...toSection(platformPath(line, plan.mount), round(speed)),
      ...azimuth,
      ...(pauses[k] > 0 && { pause: round(pauses[k]) }),
    },
    comment: `${line.length.toFixed(0)} m, ${times[k].toFixed(1)} s`,
  }));
  return { sections, times, pauses: pauses.reduce((sum, pause) => sum + pause, 0) };
}

/** Seconds from the end of a line to the start of the next. */
function transit(last: FlownLine, next: FlownLine, { kind, pace: { speed } }: LegPlan): number {
  const way = Math.hypot(next.from[0] - last.to[0], next.from[1] - last.to[1]);
  return kind === 'als' ? HALF_TURN + way / speed : flightTime(way, speed);
}

/** Path of the platform that takes the scanner along the planned path: level, with its nose along the line. */
function platformPath({ path, from, to }: FlownLine, { position }: Mount): Vec3[] {
  const heading = Math.atan2(to[0] - from[0], to[1] - from[1]);
  const [x, y, z] = rotate(attitudeQuaternion({ heading, pitch: 0, roll: 0 }), position);
  return path.map((point) => [point[0] - x, point[1] - y, point[2] - z]);
}
