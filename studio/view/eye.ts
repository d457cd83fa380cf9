import { signal } from '@preact/signals';
import type { SceneView } from 'subray/browser';
import { Box3, Frustum, Matrix4, PerspectiveCamera, Sphere, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

/** First place of the camera, from the middle of the scene. */
const SOUTH_WEST = new Vector3(-0.45, -0.75, 0.5);
/** Radians that the camera stays away from straight above and below. */
const POLE = 1e-3;
/** Metres from the eye's origin at which places in single precision are a millimetre apart. */
const FAR = 10_000;
/** Share of its distance below which a thing is invisible: about a pixel. */
const SEEN = 1e-3;

export type Place = readonly [number, number, number];
export type Bounds = SceneView['bounds'];

/** Listeners of an eye. */
interface EyeListeners {
  /** Something else is in view. */
  onTurned(): void;
  /** It measures from another place of the world: all that is drawn moves likewise. */
  onOrigin(origin: Place): void;
}

/** The eye: the camera, its controls, and the world's place that it measures from. */
export class Eye {
  readonly camera = new PerspectiveCamera(55, 1, 0.1, 10_000);
  readonly controls: OrbitControls;
  /** True if the user has turned the view since a scene, or clouds without one, were first seen. */
  isTurned = false;
  /** World coordinates that the eye measures from; they move to where is looked at. */
  private readonly measuredFrom = signal<Place>([0, 0, 0]);
  private readonly canvas: HTMLCanvasElement;
  private readonly listeners: EyeListeners;

  constructor(canvas: HTMLCanvasElement, listeners: EyeListeners) {
    this.canvas = canvas;
    this.listeners = listeners;
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.zoomToCursor = true;
    this.controls.maxPolarAngle = Math.PI * 0.98;
    this.controls.addEventListener('change', () => listeners.onTurned());
    this.controls.addEventListener('start', () => {
      this.isTurned = true;
    });
  }

  /** World coordinates that the eye measures from: an effect that reads them runs again when they move. */
  get origin(): Place {
    return this.measuredFrom.value;
  }

  /** True if a part of a box of the world is in the picture, and large enough to be seen. */
  sees(box: Bounds): boolean {
    if (box.min[0] > box.max[0]) return false;
    const local = this.boxOf(box);
    const { center, radius } = local.getBoundingSphere(new Sphere());
    if (radius < SEEN * this.camera.position.distanceTo(center)) return false;
    this.camera.updateMatrixWorld();
    const frustum = new Frustum().setFromProjectionMatrix(
      new Matrix4().multiplyMatrices(this.camera.projectionMatrix, this.camera.matrixWorldInverse),
    );
    // However far: the plane behind follows what there is.
    frustum.planes[4].set(new Vector3(), 1);
    return frustum.intersectsBox(local);
  }

  /** Moves the camera to see all of a box of the world, unless it is empty: from its side, or from `from`. */
  lookAt(box: Bounds, from?: Place): void {
    if (box.min[0] > box.max[0]) return;
    this.isTurned = true;
    this.see(this.boxOf(box), from ? new Vector3(...from) : this.camera.position.clone().sub(this.controls.target));
  }

  /** Turns the camera about what it looks at, by angles in radians: to the left, and up. */
  turn(left: number, up: number): void {
    this.isTurned = true;
    const from = this.camera.position.clone().sub(this.controls.target);
    const sideways = new Vector3().crossVectors(from, this.camera.up).normalize();
    from.applyAxisAngle(this.camera.up, -left);
    const polar = from.angleTo(this.camera.up);
    const { minPolarAngle, maxPolarAngle } = this.controls;
    const to = Math.min(maxPolarAngle - POLE, Math.max(minPolarAngle + POLE, polar - up));
    from.applyAxisAngle(sideways.applyAxisAngle(this.camera.up, -left), polar - to);
    this.place(from);
  }

  /** Moves the camera to a place of the world, or with a factor above 1 away; absent: the centre of attention. */
  approach(factor: number, to?: Place): void {
    this.isTurned = true;
    const { target } = this.controls;
    const about = to ? new Vector3(...to).sub(new Vector3(...this.measuredFrom.peek())) : target.clone();
    const from = this.camera.position.clone().sub(target);
    target.sub(about).multiplyScalar(factor).add(about);
    this.place(from.multiplyScalar(factor));
  }

  /** Moves the camera by pixels of the canvas, where it looks at. */
  shift(right: number, down: number): void {
    this.isTurned = true;
    const from = this.camera.position.clone().sub(this.controls.target);
    const perPixel = (2 * from.length() * Math.tan((this.camera.fov * Math.PI) / 360)) / this.size.height;
    const [x, y] = [0, 1].map((column) => new Vector3().setFromMatrixColumn(this.camera.matrix, column));
    this.controls.target.addScaledVector(x, right * perPixel).addScaledVector(y, -down * perPixel);
    this.place(from);
    this.keepNear();
  }

  /** The place under a point of the canvas (CSS pixels) that is as far away as what is looked at. */
  placeAt({ x, y }: { x: number; y: number }): Place {
    const { origin, direction } = this.rayAt(x, y);
    const ahead = this.controls.target.clone().sub(this.camera.position);
    const ray = new Vector3(...direction);
    const far = ahead.lengthSq() / ray.dot(ahead);
    return ray
      .multiplyScalar(far)
      .add(new Vector3(...origin))
      .toArray();
  }

  /** Moves the camera to where it sees all of a box of the world from the south-west, from above. */
  lookAtAll(box: Bounds): void {
    this.see(this.boxOf(box), SOUTH_WEST, 0.66);
  }

  /** The ray through a point of the canvas (CSS pixels): origin and direction in the world. */
  rayAt(x: number, y: number): { origin: [number, number, number]; direction: [number, number, number] } {
    const { width, height } = this.canvas.getBoundingClientRect();
    const far = new Vector3((2 * x) / width - 1, 1 - (2 * y) / height, 0.5).unproject(this.camera);
    const direction = far.sub(this.camera.position).normalize();
    const origin = this.camera.position.clone().add(new Vector3(...this.measuredFrom.peek()));
    return { origin: origin.toArray(), direction: direction.toArray() };
  }

  /** The size of the canvas (CSS pixels), which the browser may have to lay out first. */
  get size(): { width: number; height: number } {
    return this.canvas.getBoundingClientRect();
  }

  /** Place of a point of the world on a canvas of this size (CSS pixels); undefined: behind the viewer. */
  project(place: Place, { width, height } = this.size): { x: number; y: number } | undefined {
    const at = new Vector3(...place).sub(new Vector3(...this.measuredFrom.peek())).project(this.camera);
    if (at.z > 1) return undefined;
    return { x: ((at.x + 1) * width) / 2, y: ((1 - at.y) * height) / 2 };
  }

  /** Measures from another place of the world; what is seen stays where it is. */
  moveOrigin(origin: Place): void {
    const by = new Vector3(...this.measuredFrom.peek()).sub(new Vector3(...origin));
    this.listeners.onOrigin(origin);
    this.controls.target.add(by);
    this.camera.position.add(by);
    this.controls.update();
    // Last, since effects draw anew what they measure from there.
    this.measuredFrom.value = origin;
  }

  /** Measures from where is looked at, if that is too far away for places in single precision. */
  keepNear(): void {
    const { target } = this.controls;
    if (target.length() < FAR) return;
    const [x, y, z] = target.clone().add(new Vector3(...this.measuredFrom.peek()));
    this.moveOrigin([Math.round(x), Math.round(y), Math.round(z)]);
  }

  /** `share` of the distance from which all of the sphere about the box is seen. */
  private see(box: Box3, from: Vector3, share = 1): void {
    const { center, radius } = box.getBoundingSphere(new Sphere());
    const distance = radius / Math.sin(((this.camera.fov / 2) * Math.PI) / 180);
    this.controls.target.copy(center);
    this.place(from.clone().setLength(share * distance));
    this.keepNear();
  }

  /** Puts the camera where it is seen in the direction `from` from what it looks at. */
  private place(from: Vector3): void {
    this.camera.position.copy(this.controls.target).add(from);
    this.controls.update();
    this.listeners.onTurned();
  }

  /** A box of the world in the frame of the eye. */
  boxOf({ min, max }: Bounds): Box3 {
    const origin = new Vector3(...this.measuredFrom.peek());
    return new Box3(new Vector3(...min).sub(origin), new Vector3(...max).sub(origin));
  }

  /** Takes the shape of the canvas. */
  setShape(width: number, height: number): void {
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
  }

  /** Draws from near enough to as far as anything of `boxes`, in the world, is that is large enough to be seen. */
  setDepth(boxes: readonly Bounds[]): void {
    const distance = this.camera.position.distanceTo(this.controls.target);
    this.camera.near = Math.max(0.02, distance / 2000);
    this.camera.far = distance + 4 * this.sizeInSight(boxes) + 100;
    this.camera.updateProjectionMatrix();
  }

  /** Radius of all that is large enough to be seen from here. */
  private sizeInSight(boxes: readonly Bounds[]): number {
    const around = new Box3();
    for (const bounds of boxes) {
      const box = this.boxOf(bounds);
      const { center, radius } = box.getBoundingSphere(new Sphere());
      if (radius >= SEEN * center.distanceTo(this.camera.position)) around.union(box);
    }
    return around.isEmpty() ? 0 : around.getBoundingSphere(new Sphere()).radius;
  }
}
