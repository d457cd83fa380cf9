import type { FlightStretch } from './flight-stretches.js';

/** Motion along one stretch at constant acceleration. */
export interface MotionPhase {
  stretch: FlightStretch;
  /** Duration in seconds. */
  duration: number;
  /** Start, in metres along the stretch. */
  from: number;
  /** Speed at the start, metres a second. */
  speed: number;
  /** Metres a second². */
  acceleration: number;
}

/** A phase with its start, seconds. */
export interface TimedPhase extends MotionPhase {
  start: number;
}

/** Metres along the stretch, `time` seconds after a phase began. */
export const distanceAt = ({ stretch, from, speed, acceleration }: MotionPhase, time: number): number =>
  Math.min(stretch.length, from + speed * time + (acceleration * time * time) / 2);

/**
 * The fastest motion along `stretches`, from rest to rest, within their speeds and `acceleration` (m/s²): each line is
 * a trapezoid of speed over time, and arcs are flown at one speed.
 */
export function speedProfile(stretches: readonly FlightStretch[], speed: number, acceleration: number): MotionPhase[] {
  const speeds = nodeSpeeds(stretches, acceleration);
  return stretches.flatMap((stretch, k) => {
    if (stretch.length === 0) return [];
    return trapezoid(stretch, speeds[k], speeds[k + 1], Math.min(speed, stretch.speedMax), acceleration);
  });
}

const isArc = (stretch: FlightStretch): boolean => Number.isFinite(stretch.radius);

/** Speeds where stretches meet, within their limits and reachable from their neighbours. */
function nodeSpeeds(stretches: readonly FlightStretch[], acceleration: number): number[] {
  const last = stretches.length;
  const speeds = Array.from({ length: last + 1 }, (_, k) =>
    k === 0 || k === last ? 0 : Math.min(stretches[k - 1].speedMax, stretches[k].speedMax),
  );
  const reach = (from: number, stretch: FlightStretch): number =>
    isArc(stretch) ? speeds[from] : Math.sqrt(speeds[from] ** 2 + 2 * acceleration * stretch.length);
  for (let k = 0; k < last; k++) speeds[k + 1] = Math.min(speeds[k + 1], reach(k, stretches[k]));
  for (let k = last; k > 0; k--) speeds[k - 1] = Math.min(speeds[k - 1], reach(k, stretches[k - 1]));
  return speeds;
}

/** Times no longer than this are rounding errors, seconds. */
const MOMENT = 1e-9;

/** Accelerates, keeps its speed, brakes; omits phases that take no time. */
function trapezoid(
  stretch: FlightStretch,
  first: number,
  last: number,
  limit: number,
  acceleration: number,
): MotionPhase[] {
  const { length } = stretch;
  if (isArc(stretch)) return [{ stretch, duration: length / first, from: 0, speed: first, acceleration: 0 }];
  const top = Math.min(limit, Math.sqrt(acceleration * length + (first ** 2 + last ** 2) / 2));
  const [up, down] = [top ** 2 - first ** 2, top ** 2 - last ** 2].map((gain) =>
    Math.max(0, gain / (2 * acceleration)),
  );
  const even = Math.max(0, length - up - down);
  const phases: MotionPhase[] = [
    { stretch, duration: (top - first) / acceleration, from: 0, speed: first, acceleration },
    { stretch, duration: even / top, from: up, speed: top, acceleration: 0 },
    { stretch, duration: (top - last) / acceleration, from: up + even, speed: top, acceleration: -acceleration },
  ];
  return phases.filter(({ duration }) => duration > MOMENT);
}
