import type { SceneView } from 'subray/browser';
import {
  DepthTexture,
  FloatType,
  type Mesh,
  NearestFilter,
  type Object3D,
  Scene,
  UnsignedByteType,
  Vector2,
  Vector3,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { boxAround } from './boxes.js';
import { type Bounds, Eye, type Place } from './eye.js';
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
/** Milliseconds of a frame that are too many, and so few that there may be more points. */
const FRAME_SLOW_MS = 40;
const FRAME_QUICK_MS = 22;

/** The 3-D view: scene, legs and clouds, drawn when something changed, and completed while nothing does. */
export class Viewport {
  readonly scene = new SceneLayer();
  readonly legs = new LegLayer();
  readonly pulse = new PulseLayer();
  readonly eye: Eye;
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
  /** World coordinates that all that is drawn is measured from: those of the eye. */
  private origin: Place = [0, 0, 0];
  /** World coordinates that the scene is measured from; undefined: there is none. */
  private sceneOrigin: Place | undefined;
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
    this.eye = new Eye(canvas, {
      onTurned: () => this.invalidate(),
      onOrigin: (origin) => this.measureFrom(origin),
    });
    this.base.add(this.scene.object);
    this.marks.add(this.legs.object, this.pulse.object);
    new ResizeObserver(() => this.resize()).observe(canvas);
    canvas.addEventListener('webglcontextlost', () => this.letGo());
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

  /** Shows a scene and looks at all of it. A view that the user has turned stays as long as there is a scene. */
  showScene(view: SceneView | undefined): void {
    this.scene.show(view);
    const isFirst = !this.sceneOrigin;
    this.sceneOrigin = view?.origin;
    if (view) {
      this.eye.moveOrigin(view.origin);
      const before = this.eye.boxOf(this.bounds);
      this.bounds = view.bounds;
      if (isFirst || !this.eye.isTurned || !before.intersectsBox(this.eye.boxOf(view.bounds)))
        this.eye.lookAtAll(this.bounds);
      else this.eye.keepNear();
      if (isFirst) this.eye.isTurned = false;
    }
    this.invalidate();
  }

  /** Shows clouds; `boxes` are those of their points. Where there is no scene, they are looked at. */
  showClouds(clouds: PointField[], boxes: readonly Bounds[]): void {
    if (this.clouds.length === 0) this.eye.isTurned = false;
    this.clouds = clouds;
    this.cloudBounds = boxes;
    if (boxes.length > 0 && !this.sceneOrigin) this.lookAtClouds(boxes);
    this.cloud.clear();
    for (const cloud of clouds) {
      cloud.setOrigin(this.origin);
      this.cloud.add(cloud.object);
    }
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
    // The drawing is on the canvas until this task ends.
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

  /** Cloud and number of the point nearest to a place of the canvas (CSS pixels); undefined: there is none. */
  async pick(x: number, y: number): Promise<{ cloud: number; point: number } | undefined> {
    if (this.renderer.getContext().isContextLost()) return undefined;
    const { width, height } = this.canvas.getBoundingClientRect();
    return this.picker.pick(this.renderer, this.cloud, this.eye.camera, { clouds: this.clouds, x, y, width, height });
  }

  /** Lets go of what a lost context had: to delete it later, of the next one, would be an error of WebGL. */
  private letGo(): void {
    for (const drawn of [this.base, this.marks]) drawn.traverse((object) => (object as Mesh).geometry?.dispose());
    for (const cloud of this.clouds) cloud.letGo();
    this.target.dispose();
  }

  /** Moves all that is drawn to where it is from another origin. */
  private measureFrom(origin: Place): void {
    this.origin = origin;
    this.legs.setOrigin(origin);
    for (const cloud of this.clouds) cloud.setOrigin(origin);
    this.scene.object.position.set(...(this.sceneOrigin ?? origin)).sub(new Vector3(...origin));
  }

  /** Looks at clouds until the user turns the view; they may lie anywhere in the world. */
  private lookAtClouds(boxes: readonly Bounds[]): void {
    if (this.eye.isTurned) return;
    const around = boxAround(boxes);
    if (around.min.every((low, axis) => low === this.bounds.min[axis] && around.max[axis] === this.bounds.max[axis]))
      return;
    this.bounds = around;
    this.eye.lookAtAll(this.bounds);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    const size = this.renderer.getDrawingBufferSize(new Vector2());
    this.target.setSize(size.x, size.y);
    this.eye.setShape(width, height);
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
    this.renderer.render(this.cloud, this.eye.camera);
    this.shown = next;
    this.dome.draw(this.renderer, this.target, this.eye.camera.near, this.eye.camera.far);
    this.legs.face(this.eye.camera);
    this.renderer.render(this.marks, this.eye.camera);
    this.onDrawn();
  }

  /** Uploads new points while the GPU is idle: after a picture, the page would wait for it. */
  private upload(): void {
    for (const cloud of this.clouds) cloud.range(0, 0);
    this.renderer.setRenderTarget(this.target);
    this.renderer.render(this.cloud, this.eye.camera);
  }

  private drawBase(): void {
    this.eye.setDepth([this.bounds, ...this.cloudBounds]);
    this.renderer.setRenderTarget(this.target);
    this.renderer.setClearColor(0, 0);
    this.renderer.clear();
    this.renderer.render(this.base, this.eye.camera);
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
