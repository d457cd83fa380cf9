import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  LinearSRGBColorSpace,
  LineSegments,
  Mesh,
} from 'three';
import { flatMaterial } from './flat-material.js';

type Place = readonly [number, number, number];

/** Lines and planes over the scene, of places in the world. */
export class LineLayer {
  readonly object = new Group();
  private readonly color = new Color();
  private readonly lines = new LineSegments(new BufferGeometry(), flatMaterial({ color: this.color }));
  private readonly plane = new Mesh(new BufferGeometry(), flatMaterial({ color: this.color, opacity: 0.16 }));

  constructor() {
    this.plane.material.side = DoubleSide;
    this.object.add(this.plane, this.lines);
  }

  /** Shows lines from every other place to the next, and a plane of four corners; `origin`: the viewer's. */
  show(origin: Place, ends: readonly Place[], corners: readonly Place[], color: number): void {
    this.lines.geometry.dispose();
    this.lines.geometry = geometryOf(origin, ends);
    this.plane.geometry.dispose();
    this.plane.geometry = geometryOf(origin, corners);
    if (corners.length === 4) this.plane.geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.plane.visible = corners.length === 4;
    this.color.setHex(color, LinearSRGBColorSpace);
  }
}

function geometryOf(origin: Place, places: readonly Place[]): BufferGeometry {
  const numbers = places.flatMap((place) => place.map((value, axis) => value - origin[axis]));
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(numbers), 3));
  geometry.computeBoundingSphere();
  return geometry;
}
