import { signal } from '@preact/signals';
import type { SceneView } from 'subray/browser';
import {
  Box3,
  DepthTexture,
  FloatType,
  Frustum,
  Matrix4,
  NearestFilter,
  type Object3D,
  PerspectiveCamera,
  Scene,
  Sphere,
  UnsignedByteType,
  Vector2,
  Vector3,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { boxAround } from '../state/boxes.js';
import { EyeDome } from './eye-dome.js';
import { GpuFence } from './gpu-fence.js';
import { LegLayer } from './leg-layer.js';
import type { PointField } from './point-field.js';
import { PointPicker } from './point-picker.js';
import { PulseLayer } from './pulse-layer.js';
import { SceneLayer } from './scene-layer.js';

/** Points that are drawn in one frame while the view moves, at first; then what the frames' times allow. */
const MOVING_POINTS = 1_000_000;
const MOVING_POINTS_MIN = 100_000;
/** Where the camera is at first, from the middle of the scene. */
const SOUTH_WEST = new Vector3(-0.45, -0.75, 0.5);
/** Radians that the camera stays away from straight above and below. */
const POLE = 1e-3;
/** Metres from the viewer's origin at which places in single precision are a millimetre apart. */
const FAR = 10_000;
/** What is smaller than this share of its distance cannot be seen: about a pixel. */
const SEEN = 1e-3;
/** Milliseconds of a frame that are too many, and so few that there may be more points. */
const FRAME_SLOW_MS = 40;
const FRAME_QUICK_MS = 22;

type Place = readonly [number, number, number];
type Bounds = SceneView['bounds'];

/** The 3-D view: scene, legs and clouds, drawn when something changed, and completed while nothing does. */
export class Viewport {
  readonly scene = new SceneLayer();
  readonly legs = new LegLayer();
  readonly pulse = new PulseLayer();
  readonly camera = new PerspectiveCamera(55, 1, 0.1, 10_000);
  readonly controls: OrbitControls;
  /** World coordinates that the viewer measures from; they move to where is looked at. */
  private readonly measuredFrom = signal<Place>([0, 0, 0]);
  /** Told after each picture, such as to place labels. */
  onDrawn: () => void = () => {};
  /** Told when the GPU forgot everything and is there again: what only it had must be given once more. */
  onForgotten: () => void = () => {};
  private readonly renderer: WebGLRenderer;
  /** Scene and points, before they are shaded. */
  private readonly target: WebGLRenderTarget;
  private readonly dome = new EyeDome();
  private readonly picker = new PointPicker();
  private readonly fence: GpuFence;
  private readonly base = new Scene();
  private readonly marks = new Scene();
  private readonly cloud = new Scene();
  private readonly canvas: HTMLCanvasElement;
  private clouds: PointField[] = [];
  /** Box of the scene, or of clouds without one; and those of the visible clouds. World coordinates. */
  private bounds: Bounds = { min: [-10, -10, 0], max: [10, 10, 10] };
  private cloudBounds: readonly Bounds[] = [];
  /** World coordinates that the scene is measured from; undefined: there is none. */
  private sceneOrigin: Place | undefined;
  /** Whether the user has turned the view since a scene, or clouds without one, were first seen. */
  private isTurned = false;
  private isAsked = false;
  /** Share of all points that is in the picture; 1: it is complete. */
  private shown = 0;
  private budget = MOVING_POINTS;
  private drawnAt = 0;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.renderer = new WebGLRenderer({ canvas, antialias: false, powerPreference: 'high-performance' });
    this.renderer.autoClear = false;
    this.fence = new GpuFence(this.renderer);
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.target = new WebGLRenderTarget(1, 1, {
      type: UnsignedByteType,
      minFilter: NearestFilter,
      magFilter: NearestFilter,
      depthTexture: new DepthTexture(1, 1, FloatType),
    });
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.zoomToCursor = true;
    this.controls.maxPolarAngle = Math.PI * 0.98;
    this.controls.addEventListener('change', () => this.invalidate());
    this.controls.addEventListener('start', () => {
      this.isTurned = true;
    });
    this.base.add(this.scene.object);
    this.marks.add(this.legs.object, this.pulse.object);
    new ResizeObserver(() => this.resize()).observe(canvas);
    // After the renderer's own listener, which makes its programs and buffers anew.
    canvas.addEventListener('webglcontextrestored', () => {
      this.onForgotten();
      this.invalidate();
    });
    this.resize();
  }

  /** Colours of the sky at the top and at the bottom, 0xRRGGBB. */
  setBackground(top: number, bottom: number): void {
    this.dome.setBackground(top, bottom);
    this.invalidate();
  }

  /** Strength of the shading by depth, 0…1. */
  setShading(strength: number): void {
    this.dome.strength = strength;
    this.invalidate();
  }

  /** World coordinates that the viewer measures from: an effect that reads them runs again when they move. */
  get origin(): Place {
    return this.measuredFrom.value;
  }

  /** Shows a scene and looks at all of it; where the user has turned the view, as long as there is a scene, it stays. */
  showScene(view: SceneView | undefined): void {
    this.scene.show(view);
    const isFirst = !this.sceneOrigin;
    this.sceneOrigin = view?.origin;
    if (view) {
      this.moveOrigin(view.origin);
      const before = this.boxOf(this.bounds);
      this.bounds = view.bounds;
      if (isFirst || !this.isTurned || !before.intersectsBox(this.boxOf(view.bounds))) this.lookAtAll();
      else this.keepNear();
      if (isFirst) this.isTurned = false;
    }
    this.invalidate();
  }

  /** Shows clouds; `boxes` are those of their points. Where there is no scene, they are looked at. */
  showClouds(clouds: PointField[], boxes: readonly Bounds[]): void {
    if (this.clouds.length === 0) this.isTurned = false;
    this.clouds = clouds;
    this.cloudBounds = boxes;
    if (boxes.length > 0 && !this.sceneOrigin) this.lookAtClouds(boxes);
    this.cloud.clear();
    for (const cloud of clouds) {
      cloud.setOrigin(this.measuredFrom.peek());
      this.cloud.add(cloud.object);
    }
    this.invalidate();
  }

  /** Whether some of a box of the world is in the picture, and large enough to be seen. */
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

  /**
   * Moves the camera to where it sees all of a box of the world, if there is anything in it: from the side on which it is, or from
   * the direction `from`.
   */
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

  /** Brings the camera nearer, or with a factor above 1 takes it away. */
  approach(factor: number): void {
    this.isTurned = true;
    this.place(this.camera.position.clone().sub(this.controls.target).multiplyScalar(factor));
  }

  /** Moves the camera to where it sees the whole scene from the south-west, from above. */
  private lookAtAll(): void {
    this.see(this.boxOf(this.bounds), SOUTH_WEST, 0.66);
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
    this.invalidate();
  }

  /** Draws anew with the next frame. */
  invalidate(): void {
    this.shown = 0;
    this.ask();
  }

  /** Adds something that is drawn over the scene, in the frame of the viewer. */
  addMarks(marks: Object3D): void {
    this.marks.add(marks);
  }

  /** Adds something that is drawn in the scene, which may hide it, in the frame of the viewer. */
  addToScene(object: Object3D): void {
    this.base.add(object);
  }

  /** The view as it is, complete and of its size on the screen, as PNG. Throws Error where it cannot be made. */
  picture(): Promise<Blob> {
    // What is drawn is on the canvas until this task ends.
    this.shown = 0;
    this.draw(1);
    return new Promise((resolve, reject) => {
      this.canvas.toBlob((blob) => {
        if (blob) resolve(blob);
        else reject(new Error('the picture could not be made: the browser gave none'));
      }, 'image/png');
    });
  }

  /** Draws what lies over the scene anew with the next frame, and the picture below as it is. */
  invalidateMarks(): void {
    this.ask();
  }

  /** The ray through a point of the canvas (CSS pixels): origin and direction in the world. */
  rayAt(x: number, y: number): { origin: [number, number, number]; direction: [number, number, number] } {
    const { width, height } = this.canvas.getBoundingClientRect();
    const far = new Vector3((2 * x) / width - 1, 1 - (2 * y) / height, 0.5).unproject(this.camera);
    const direction = far.sub(this.camera.position).normalize();
    const origin = this.camera.position.clone().add(new Vector3(...this.measuredFrom.peek()));
    return { origin: origin.toArray(), direction: direction.toArray() };
  }

  /** Where a place in the world is on the canvas (CSS pixels); undefined: behind the viewer. */
  project(place: Place): { x: number; y: number } | undefined {
    const { width, height } = this.canvas.getBoundingClientRect();
    const at = new Vector3(...place).sub(new Vector3(...this.measuredFrom.peek())).project(this.camera);
    if (at.z > 1) return undefined;
    return { x: ((at.x + 1) * width) / 2, y: ((1 - at.y) * height) / 2 };
  }

  /** Cloud and number of the point nearest to a place of the canvas (CSS pixels); undefined: there is none. */
  async pick(x: number, y: number): Promise<{ cloud: number; point: number } | undefined> {
    if (this.renderer.getContext().isContextLost()) return undefined;
    const { width, height } = this.canvas.getBoundingClientRect();
    return this.picker.pick(this.renderer, this.cloud, this.camera, { clouds: this.clouds, x, y, width, height });
  }

  /** Measures from another place of the world; what is seen stays where it is. */
  private moveOrigin(origin: Place): void {
    const by = new Vector3(...this.measuredFrom.peek()).sub(new Vector3(...origin));
    this.legs.setOrigin(origin);
    for (const cloud of this.clouds) cloud.setOrigin(origin);
    this.scene.object.position.set(...(this.sceneOrigin ?? origin)).sub(new Vector3(...origin));
    this.controls.target.add(by);
    this.camera.position.add(by);
    this.controls.update();
    // Last, since effects draw anew what they measure from there.
    this.measuredFrom.value = origin;
  }

  /** Measures from where is looked at, if that is too far away for places in single precision. */
  private keepNear(): void {
    const { target } = this.controls;
    if (target.length() < FAR) return;
    const [x, y, z] = target.clone().add(new Vector3(...this.measuredFrom.peek()));
    this.moveOrigin([Math.round(x), Math.round(y), Math.round(z)]);
  }

  /** Looks at clouds until the user turns the view; they may lie anywhere in the world. */
  private lookAtClouds(boxes: readonly Bounds[]): void {
    if (this.isTurned) return;
    const around = boxAround(boxes);
    if (around.min.every((low, axis) => low === this.bounds.min[axis] && around.max[axis] === this.bounds.max[axis]))
      return;
    this.bounds = around;
    this.lookAtAll();
  }

  private boxOf({ min, max }: Bounds): Box3 {
    const origin = new Vector3(...this.measuredFrom.peek());
    return new Box3(new Vector3(...min).sub(origin), new Vector3(...max).sub(origin));
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    const size = this.renderer.getDrawingBufferSize(new Vector2());
    this.target.setSize(size.x, size.y);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.invalidate();
  }

  private ask(): void {
    if (this.isAsked) return;
    this.isAsked = true;
    requestAnimationFrame((now) => this.frame(now));
  }

  private frame(now: number): void {
    this.isAsked = false;
    if (!this.fence.isPassed) {
      this.ask();
      return;
    }
    const total = this.clouds.reduce((sum, { count }) => sum + count, 0);
    this.pace(now);
    this.draw(total === 0 ? 1 : Math.min(1, this.shown + this.budget / total));
    this.fence.raise();
    if (this.shown < 1) this.ask();
  }

  /** Draws points until the share `next` of all is in the picture, and what lies over it. */
  private draw(next: number): void {
    if (this.shown === 0) {
      this.upload();
      this.drawBase();
    } else this.renderer.setRenderTarget(this.target);
    for (const cloud of this.clouds) cloud.range(this.shown, next);
    this.renderer.render(this.cloud, this.camera);
    this.shown = next;
    this.dome.draw(this.renderer, this.target, this.camera.near, this.camera.far);
    this.legs.face(this.camera);
    this.renderer.render(this.marks, this.camera);
    this.onDrawn();
  }

  /** Gives the GPU the points that came since, while it has nothing else to do: behind a picture, the page would wait for it. */
  private upload(): void {
    for (const cloud of this.clouds) cloud.range(0, 0);
    this.renderer.setRenderTarget(this.target);
    this.renderer.render(this.cloud, this.camera);
  }

  private drawBase(): void {
    const distance = this.camera.position.distanceTo(this.controls.target);
    const size = this.sizeInSight();
    this.camera.near = Math.max(0.02, distance / 2000);
    this.camera.far = distance + 4 * size + 100;
    this.camera.updateProjectionMatrix();
    this.renderer.setRenderTarget(this.target);
    this.renderer.setClearColor(0, 0);
    this.renderer.clear();
    this.renderer.render(this.base, this.camera);
  }

  /** Radius of all that is large enough to be seen from here. */
  private sizeInSight(): number {
    const around = new Box3();
    for (const bounds of [this.bounds, ...this.cloudBounds]) {
      const box = this.boxOf(bounds);
      const { center, radius } = box.getBoundingSphere(new Sphere());
      if (radius >= SEEN * center.distanceTo(this.camera.position)) around.union(box);
    }
    return around.isEmpty() ? 0 : around.getBoundingSphere(new Sphere()).radius;
  }

  /** Finds from the time between frames how many points one can have. */
  private pace(now: number): void {
    const took = now - this.drawnAt;
    this.drawnAt = now;
    if (took > 500) return;
    if (took > FRAME_SLOW_MS) this.budget = Math.max(MOVING_POINTS_MIN, this.budget * 0.7);
    else if (took < FRAME_QUICK_MS) this.budget *= 1.2;
  }
}
