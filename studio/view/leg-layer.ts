import type { CheckedLeg } from 'subray/browser';
import { type Camera, Color, ConeGeometry, Group, LinearSRGBColorSpace, Mesh, Vector3 } from 'three';
import { flatMaterial } from './flat-material.js';
import { kept } from './kept-materials.js';
import { wideLines } from './wide-lines.js';

/** Height of a station's mark as a share of its distance to the viewer. */
const MARK_SIZE = 0.026;

/** Colours of legs, and of the chosen one, 0xRRGGBB. */
export interface LegColors {
  leg: number;
  chosen: number;
  /** Around lines. */
  edge: number;
}

/** The legs of a survey, seen through everything: marks of stations, and lines along the ways of moving platforms. */
export class LegLayer {
  readonly object = new Group();
  private origin = new Vector3();
  private readonly marks: Mesh[] = [];
  private readonly cone = new ConeGeometry(0.4, 1, 4).rotateX(-Math.PI / 2).translate(0, 0, 0.5);
  private colors: LegColors = { leg: 0x35c4d7, chosen: 0xffb547, edge: 0x0b0f14 };

  setOrigin(origin: readonly [number, number, number]): void {
    this.origin = new Vector3(...origin);
  }

  setColors(colors: LegColors): void {
    this.colors = colors;
  }

  /** Shows legs in place of those before; `chosen`: number of the one in another colour. */
  show(legs: readonly CheckedLeg[], chosen: number | undefined): void {
    // Materials stay for the next legs, and so does the cone of their marks.
    for (const { geometry } of this.object.children as Mesh[]) if (geometry !== this.cone) geometry.dispose();
    this.object.clear();
    this.marks.length = 0;
    for (const [index, leg] of legs.entries()) this.add(leg, index === chosen);
  }

  /** Keeps the marks of one size on the screen. */
  face(camera: Camera): void {
    for (const mark of this.marks) {
      mark.scale.setScalar(MARK_SIZE * mark.position.distanceTo(camera.position));
      mark.updateMatrix();
    }
  }

  private add({ way }: CheckedLeg, isChosen: boolean): void {
    const color = isChosen ? this.colors.chosen : this.colors.leg;
    const places = new Float32Array(way.length);
    for (let k = 0; k < way.length; k++) places[k] = way[k] - this.origin.getComponent(k % 3);
    if (places.length === 3) {
      const mark = new Mesh(this.cone, markMaterial(color));
      mark.position.fromArray(places);
      this.marks.push(mark);
      this.object.add(mark);
      return;
    }
    this.object.add(wideLines([places], { color, edge: this.colors.edge, width: isChosen ? 3 : 2 }));
  }
}

const markMaterial = kept((color: number) =>
  flatMaterial({ color: new Color().setHex(color, LinearSRGBColorSpace), opacity: 0.92 }),
);
