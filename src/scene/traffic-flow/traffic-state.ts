import { type Driver, idmAcceleration } from './driver.js';
import type { Crossing, Junction, RoadUser, TrafficPlan, WayStretch } from './traffic-plan.js';

/** Seconds of a step. */
export const TRAFFIC_STEP = 0.05;

/** Deceleration beyond which nobody is asked to stop for others that come to a crossing, m/s². */
const STOP_BRAKING = 3;
/** Metres before a crossing from which those who go first are seen. */
const APPROACH = 3;

/** Metres before a junction, or a slower stretch, from which it is seen. */
const SIGHT = 60;
/** Deceleration towards a slower stretch, m/s². */
const SLOWING = 1.2;
/** Speed by which the time of those is reckoned who stand before a junction, m/s. */
const START_SPEED = 2;

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
      const before = this.leader[k];
      const gap = before === k ? Infinity : this.gapTo(k, before);
      this.acceleration[k] = idmAcceleration(this.driverOf(k), this.speed[k], gap, this.speed[before]);
    }
    for (const crossing of this.plan.crossings) this.giveWay(crossing);
    for (const junction of this.plan.junctions ?? []) this.passInTurn(junction);
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

  /** How a mover drives where it is: not faster than slower stretches allow, with a gentle braking before them. */
  private driverOf(k: number): Driver {
    const { driver, way } = this.plan.movers[k];
    const { slow } = this.plan.ways[way];
    if (slow === undefined) return driver;
    let { speed } = driver;
    for (const { from, to, speed: most } of slow) {
      const distance = this.isOn(k, { way, from, to }) ? 0 : this.distanceTo(k, { way, from, to });
      if (distance < SIGHT) speed = Math.min(speed, Math.sqrt(most * most + 2 * SLOWING * distance));
    }
    return { ...driver, speed };
  }

  /**
   * Lets movers pass a junction: those who are on it, or cannot stop any more, and then whoever would come first, if
   * nobody of them is in the way, and there is room behind it. The others stop.
   */
  private passInTurn({ stretches, conflicts }: Junction): void {
    const taken: number[] = [];
    const coming: { k: number; s: number; time: number }[] = [];
    for (const [s, stretch] of stretches.entries()) {
      let next = -1;
      let nearest = SIGHT;
      let isTaken = false;
      for (const k of this.onWay[stretch.way]) {
        if (this.isOn(k, stretch)) isTaken = true;
        const distance = this.isOn(k, stretch) ? Infinity : this.distanceTo(k, stretch);
        if (distance < nearest) [next, nearest] = [k, distance];
      }
      if (next >= 0 && !this.canStop(next, stretch)) isTaken = true;
      else if (next >= 0) coming.push({ k: next, s, time: nearest / Math.max(START_SPEED, this.speed[next]) });
      if (isTaken) taken.push(s);
    }
    for (const { k, s } of coming.sort((a, b) => a.time - b.time || a.k - b.k)) {
      const hasRoom = this.hasRoomBehind(k, stretches[s]);
      if (!hasRoom || taken.some((other) => conflicts[s][other])) this.stopBefore(k, stretches[s]);
      // Who waits for others goes before those who come later, but not who waits for room.
      if (hasRoom) taken.push(s);
    }
  }

  /** Whether a mover that comes to a stretch finds room behind it, or the one before it gets on. */
  private hasRoomBehind(k: number, stretch: WayStretch): boolean {
    const before = this.leader[k];
    if (before === k || this.speed[before] > START_SPEED) return true;
    const { front, back, driver } = this.plan.movers[k];
    return this.gapTo(k, before) > this.distanceTo(k, stretch) + stretch.to - stretch.from + front + back + driver.gap;
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
