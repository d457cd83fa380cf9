import { BufferAttribute, BufferGeometry, Color, DoubleSide, Group, LinearSRGBColorSpace, Mesh } from 'three';
import { flatMaterial } from '../../view/flat-material.js';
import { kept } from '../../view/kept-materials.js';
import { type LineStyle, wideLines } from '../../view/wide-lines.js';
import { type DotStyle, dots } from './dots.js';

/** Lines, dots and faces in world coordinates, seen through everything: each `show` draws all of them anew. */
export class MarkLayer {
  readonly object = new Group();
  private readonly originOf: () => readonly [number, number, number];

  /** `originOf`: world coordinates that the viewer measures from. */
  constructor(originOf: () => readonly [number, number, number]) {
    this.originOf = originOf;
  }

  clear(): void {
    // Materials stay for the next marks.
    for (const child of this.object.children) (child as Mesh).geometry.dispose();
    this.object.clear();
  }

  /** Lines through points, x y z each. */
  lines(lines: readonly ArrayLike<number>[], style: LineStyle): void {
    this.object.add(
      wideLines(
        lines.map((line) => this.local(line)),
        style,
      ),
    );
  }

  dots(places: ArrayLike<number>, style: DotStyle): void {
    this.object.add(dots(this.local(places), style));
  }

  /** Triangles of corners, x y z each, three in a row. */
  faces(corners: ArrayLike<number>, color: number, opacity: number): void {
    const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(this.local(corners), 3));
    const mesh = new Mesh(geometry, faceMaterial({ color, opacity }));
    mesh.frustumCulled = false;
    this.object.add(mesh);
  }

  private local(places: ArrayLike<number>): Float32Array {
    const origin = this.originOf();
    const local = new Float32Array(places.length);
    for (let k = 0; k < local.length; k++) local[k] = places[k] - origin[k % 3];
    return local;
  }
}

const faceMaterial = kept(({ color, opacity }: { color: number; opacity: number }) => {
  const material = flatMaterial({ color: new Color().setHex(color, LinearSRGBColorSpace), opacity });
  material.side = DoubleSide;
  return material;
});
