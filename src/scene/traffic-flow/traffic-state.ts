import { idmAcceleration } from './driver.js';
import type { Crossing, RoadUser, TrafficPlan, WayStretch } from './traffic-plan.js';

/** Seconds of a step. */
export const TRAFFIC_STEP = 0.05;

/** Deceleration beyond which nobody is asked to stop for others that come to a crossing, m/s². */
const STOP_BRAKING = 3;
/** Metres before a crossing from which those who go first are seen. */
const APPROACH = 3;

/** A remainder that is never negative. */
const modulo = (value: number, round: number): number => value - Math.floor(value / round) * round;

/**
 * The movers of a plan at one moment, and the way from step to step: each follows the one before it by the intelligent
 * driver model, and at crossings stops, as before somebody who stands, for those who go first.
 */
export class TrafficState {
  /** Places of the origins of movers on their ways, within a round; metres. */
  readonly along: Float64Array;
  readonly speed: Float64Array;
  /** Accelerations in the step that comes, kept until it is over. */
  readonly acceleration: Float64Array;
  private readonly plan: TrafficPlan;
  /** The mover before each one; itself where it is alone. */
  private readonly leader: Int32Array;
  /** The movers of each way. */
  private readonly onWay: number[][];

  constructor(plan: TrafficPlan) {
    this.plan = plan;
    this.along = Float64Array.from(plan.movers, ({ along }) => along);
    this.speed = Float64Array.from(plan.movers, ({ speed }) => speed);
    this.acceleration = new Float64Array(plan.movers.length);
    this.onWay = plan.ways.map((_, way) => [...plan.movers.keys()].filter((k) => plan.movers[k].way === way));
    this.leader = new Int32Array(plan.movers.length);
    for (const own of this.onWay) {
      const sorted = own.sort((a, b) => this.along[a] - this.along[b]);
      for (const [place, mover] of sorted.entries()) this.leader[mover] = sorted[(place + 1) % sorted.length];
    }
  }

  /** Decides what all do in the next step, by where they are now. */
  decide(): void {
    for (let k = 0; k < this.leader.length; k++) {
      const { driver } = this.plan.movers[k];
      const before = this.leader[k];
      const gap = before === k ? Infinity : this.gapTo(k, before);
      this.acceleration[k] = idmAcceleration(driver, this.speed[k], gap, this.speed[before]);
    }
    for (const crossing of this.plan.crossings) this.giveWay(crossing);
  }

  /** Moves all on by a step, by the accelerations that were decided: whoever comes to rest within it stays there. */
  advance(): void {
    const { movers, ways } = this.plan;
    for (let k = 0; k < movers.length; k++) {
      this.along[k] = modulo(this.along[k] + this.wayAfter(k, TRAFFIC_STEP), ways[movers[k].way].round);
      this.speed[k] = Math.max(0, this.speed[k] + this.acceleration[k] * TRAFFIC_STEP);
    }
  }

  /** Metres that a mover is on its way after `time` seconds of the step. */
  wayAfter(k: number, time: number): number {
    const [v, a] = [this.speed[k], this.acceleration[k]];
    const moving = v + a * time < 0 ? v / -a : time;
    return v * moving + (a * moving * moving) / 2;
  }

  /** Metres from the front of a mover to the back of another one that is before it on the same way. */
  gapTo(k: number, before: number): number {
    const { movers, ways } = this.plan;
    const [own, other] = [movers[k], movers[before]];
    const ahead = modulo(this.along[before] - this.along[k], ways[own.way].round);
    return ahead - own.front - other.back;
  }

  /** Whether a mover has entered a stretch of its way and not left it. */
  isOn(k: number, { way, from, to }: WayStretch): boolean {
    const { front, back } = this.plan.movers[k];
    const entered = modulo(this.along[k] + front - from, this.plan.ways[way].round);
    return entered > 0 && entered < to - from + front + back;
  }

  /** Metres from the front of a mover to the begin of a stretch that it comes to. */
  private distanceTo(k: number, { way, from }: WayStretch): number {
    return modulo(from - this.along[k] - this.plan.movers[k].front, this.plan.ways[way].round);
  }

  private giveWay({ first, others }: Crossing): void {
    const firsts = this.onWay[first.way];
    const isWanted = firsts.some((k) => this.isOn(k, first) || this.distanceTo(k, first) < APPROACH);
    if (!isWanted) return;
    let isTaken = false;
    for (const stretch of others)
      for (const k of this.onWay[stretch.way]) {
        if (this.isOn(k, stretch) || !this.canStop(k, stretch)) isTaken = true;
        else this.stopBefore(k, stretch);
      }
    if (isTaken) for (const k of firsts) if (!this.isOn(k, first)) this.stopBefore(k, first);
  }

  /** Whether a mover that comes to a stretch can still stop before it. */
  private canStop(k: number, stretch: WayStretch): boolean {
    return this.speed[k] ** 2 <= 2 * STOP_BRAKING * this.distanceTo(k, stretch);
  }

  /** Lets a mover brake as if somebody stood at the begin of a stretch. */
  private stopBefore(k: number, stretch: WayStretch): void {
    const { driver } = this.plan.movers[k];
    const wished = idmAcceleration(driver, this.speed[k], this.distanceTo(k, stretch), 0);
    this.acceleration[k] = Math.min(this.acceleration[k], wished);
  }
}

/** The movers of a plan as they are `seconds` later: traffic that has settled down. */
export function settled(plan: TrafficPlan, seconds: number): RoadUser[] {
  const state = new TrafficState(plan);
  for (let time = 0; time < seconds; time += TRAFFIC_STEP) {
    state.decide();
    state.advance();
  }
  return plan.movers.map((mover, k) => ({ ...mover, along: state.along[k], speed: state.speed[k] }));
}
