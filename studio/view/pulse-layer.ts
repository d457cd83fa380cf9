import type { PulseTrace } from 'subray/browser';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  LinearSRGBColorSpace,
  LineSegments,
  Points,
  Vector3,
} from 'three';
import { flatMaterial } from './flat-material.js';

const RAY = 0xff4fa3;
const SUBRAY = 0xffb547;
/** CSS pixels. */
const END_SIZE = 4;

/** A pulse: its axis, and each subray from the instrument to where it ended. */
export class PulseLayer {
  readonly object = new Group();
  private readonly rays = new LineSegments(
    new BufferGeometry(),
    flatMaterial({ color: screenColor(SUBRAY), opacity: 0.35 }),
  );
  private readonly axis = new LineSegments(new BufferGeometry(), flatMaterial({ color: screenColor(RAY) }));
  private readonly ends = new Points(
    new BufferGeometry(),
    flatMaterial({ color: screenColor(SUBRAY), size: END_SIZE * Math.min(2, devicePixelRatio) }),
  );

  constructor() {
    this.object.add(this.rays, this.axis, this.ends);
    for (const child of this.object.children) child.frustumCulled = false;
    this.object.visible = false;
  }

  /** Shows a pulse in place of the one before, seen from `origin`; undefined: none. */
  show(trace: PulseTrace | undefined, origin: readonly [number, number, number]): void {
    this.object.visible = trace !== undefined;
    if (!trace) return;
    const { subrays, beam, returns } = trace;
    const met = Array.from({ length: subrays.count }, (_, k) => k).filter((k) => Number.isFinite(subrays.ranges[k]));
    const at = (array: ArrayLike<number>, k: number) => [0, 1, 2].map((axis) => array[3 * k + axis] - origin[axis]);
    setPlaces(
      this.rays.geometry,
      met.flatMap((k) => [...at(subrays.starts, k), ...at(subrays.ends, k)]),
    );
    setPlaces(
      this.ends.geometry,
      met.flatMap((k) => at(subrays.ends, k)),
    );
    const last = returns.points.count - 1;
    const start = new Vector3(...beam.origin).sub(new Vector3(...origin));
    const end =
      last >= 0
        ? at(returns.positions, last)
        : start
            .clone()
            .addScaledVector(new Vector3(...beam.direction), 30)
            .toArray();
    setPlaces(this.axis.geometry, [...start.toArray(), ...end]);
  }
}

function setPlaces(geometry: BufferGeometry, places: number[]): void {
  geometry.dispose();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(places), 3));
}

/** Pictures are in the colours of the screen. */
const screenColor = (color: number): Color => new Color().setHex(color, LinearSRGBColorSpace);
