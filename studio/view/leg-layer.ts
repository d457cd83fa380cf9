import type { CheckedLeg } from 'subray/browser';
import {
  BufferAttribute,
  BufferGeometry,
  type Camera,
  Color,
  ConeGeometry,
  Group,
  Line,
  LinearSRGBColorSpace,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Vector3,
} from 'three';

const COLOR = 0x35c4d7;
const CHOSEN = 0xffb547;
/** Height of a station's mark as a share of its distance to the viewer. */
const MARK_SIZE = 0.028;

/** The legs of a survey: marks of stations, and lines along the ways of moving platforms. */
export class LegLayer {
  readonly object = new Group();
  private origin = new Vector3();
  private readonly marks: Mesh[] = [];
  private readonly cone = new ConeGeometry(0.42, 1, 3).rotateX(Math.PI / 2).translate(0, 0, -0.5);
  private legs: readonly CheckedLeg[] = [];
  private chosen: number | undefined;

  setOrigin(origin: readonly [number, number, number]): void {
    this.origin = new Vector3(...origin);
    this.show(this.legs, this.chosen);
  }

  /** Shows legs in place of those before; `chosen`: the one in another colour. */
  show(legs: readonly CheckedLeg[], chosen: number | undefined): void {
    this.legs = legs;
    this.chosen = chosen;
    for (const child of this.object.children) disposeOf(child);
    this.object.clear();
    this.marks.length = 0;
    for (const [index, leg] of legs.entries()) this.add(leg, index === chosen ? CHOSEN : COLOR);
  }

  /** Keeps the marks of one size on the screen. */
  face(camera: Camera): void {
    for (const mark of this.marks) {
      mark.scale.setScalar(MARK_SIZE * mark.position.distanceTo(camera.position));
      mark.updateMatrix();
    }
  }

  private add({ way }: CheckedLeg, color: number): void {
    const places = new Float32Array(way.length);
    for (let k = 0; k < way.length; k++) places[k] = way[k] - this.origin.getComponent(k % 3);
    if (places.length === 3) {
      const mark = new Mesh(this.cone, new MeshBasicMaterial({ color: screenColor(color) }));
      mark.position.fromArray(places);
      this.marks.push(mark);
      this.object.add(mark);
      return;
    }
    const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(places, 3));
    this.object.add(new Line(geometry, new LineBasicMaterial({ color: screenColor(color) })));
  }
}

/** Pictures are kept in the colours of the screen, which three.js would take for sRGB and make linear. */
const screenColor = (color: number): Color => new Color().setHex(color, LinearSRGBColorSpace);

function disposeOf(object: Object3D): void {
  const { geometry, material } = object as Mesh<BufferGeometry, MeshBasicMaterial>;
  if (object instanceof Line) geometry.dispose();
  material.dispose();
}
