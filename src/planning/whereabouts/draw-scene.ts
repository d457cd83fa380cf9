import { transformBox } from '../../base/affine.js';
import { UserError } from '../../base/errors.js';
import type { CreateOptions } from '../../base/files/files.js';
import { recordInputs } from '../../base/files/record-inputs.js';
import { add, type Box3, isEmptyBox, joinBox, normalize, scale, type Vec3 } from '../../base/vec3.js';
import { orthographic, type Projection, perspective, project } from '../../picture/cloud/projection.js';
import { classStyle } from '../../picture/raster/class-palette.js';
import { mixRgb, type Rgb } from '../../picture/raster/color-ramps.js';
import { drawLegend, type Legend, legendRowHeight, legendRows } from '../../picture/raster/legend.js';
import { checkPictureSize } from '../../picture/raster/picture-size.js';
import { blendPixel, createRaster, pasteRaster, type Raster, strokeLine } from '../../picture/raster/raster.js';
import { drawScaleBar, drawUpArrow } from '../../picture/raster/scale-bar.js';
import { drawText, fitText } from '../../picture/raster/text.js';
import { type Background, THEMES, type Theme } from '../../picture/raster/theme.js';
import { writePng } from '../../picture/raster/write-png.js';
import { firingLegs } from '../../scanner/leg-scanner.js';
import { exactBox } from '../../scene/boxes/exact-box.js';
import { loadScene } from '../../scene/load-scene.js';
import { sceneSeenAt } from '../../scene/motion/scene-at.js';
import { isScene, type Scene } from '../../scene/scene.js';
import type { SceneDescription } from '../../scene/scene-description.js';
import { boxOfMedium } from '../../scene/voxel-medium.js';
import { sampleBeams } from '../../simulation/beam-sample.js';
import { instrumentScansOf } from '../../simulation/instrument-scans.js';
import { standLegs } from '../../simulation/stand-legs.js';
import { legPositions } from '../../survey/leg-place.js';
import type { Survey } from '../../survey/survey.js';
import { drawBadge, drawTrack } from '../picture/draw-marks.js';
import { readPlanSource } from '../plan-source.js';
import { SceneProbe } from '../scene-probe.js';
import { surroundings } from '../surroundings.js';
import type { LookOptions } from './look-around.js';
import { movingWays } from './moving-ways.js';
import { type SurfaceColoring, type SurfaceShader, surfaceShader } from './surface-shader.js';

export interface DrawSceneOptions extends LookOptions, CreateOptions {
  width: number;
  height: number;
  background: Background;
  title: string;
  color: SurfaceColoring;
  /** Height above which nothing is drawn, metres; absent: above the scanners if one stands in a room. */
  cut?: number;
  /** The moment at which parts that move are drawn, seconds of the scene's clock; absent: 0. */
  time?: number;
}

/** Direction of the perspective view: from the south-west, looking down. */
const OBLIQUE: Vec3 = normalize([0.55, 0.8, -0.62]);
/** Letters along the shorter side of the picture. */
const LETTERS = 92;
/** Free border of the views, as a share of the scene's size. */
const BORDER = 0.06;
/** Beams drawn of a leg where they meet the scene, and legs that have them. */
const BEAMS = 1500;
const LEGS_MAX = 40;
/** Positions along a way. */
const WAY_POINTS = 200;
/** Space that a cut leaves above a scanner in a room, metres. */
const CUT_ABOVE = 0.3;

/** Colours of legs in turn, unlike those of plants, ground and houses. */
const LEG_COLORS: readonly Rgb[] = [0xff2fd0, 0x21d4ff, 0xfff04d, 0xff4a2e, 0xb58bff, 0xffffff];
/** Colour of the ways of parts that move, and half the width of their lines, in heights of a letter. */
const WAY_COLOR: Rgb = 0xff9d2e;
const WAY_WIDTH = 0.07;
/** Distance behind an occluder, as a share of the scene's size, at which a point is still visible: rounding. */
const HIDDEN = 1e-3;

/** A path or station, and places where its beams meet the scene. */
interface DrawnLeg {
  positions: Vec3[];
  spots: Vec3[];
}

/** A scene at the moment of a picture, and what is drawn on it. */
interface Drawing {
  probe: SceneProbe;
  /** Bounds of what is there at the moment. */
  bounds: Box3;
  legs: readonly DrawnLeg[];
  /** Ways of parts that move. */
  ways: readonly (readonly Vec3[])[];
  cut: number;
}

/**
 * Draws a scene as it stands at a moment, and the legs of a survey and the ways of what moves on it, into a PNG file:
 * from above and in perspective. `given`: a survey, or the path of a model's file. The picture never replaces a file
 * that is read. Throws UserError for a scene that cannot be read, or of which nothing is there at the moment, or a file
 * that cannot be written, AbortedError.
 */
export async function drawScene(given: Survey | string, png: string, options: DrawSceneOptions): Promise<void> {
  const files = recordInputs(options.machine.files);
  const source = typeof given === 'string' ? (await readPlanSource(files, given)).scene : given.scene;
  checkPictureSize(options.width, options.height);
  const { time = 0 } = options;
  const scene = isScene(source) ? source : await loadScene(withMoment(source, time), { ...options, files });
  const survey = typeof given === 'string' ? undefined : await standLegs(given, scene);
  const bounds = boundsAt(scene, time);
  if (scene.motions === undefined && options.time !== undefined)
    options.log?.warn(`nothing in the scene moves: it is the same at ${time} s as at any time`);
  const probe = (await SceneProbe.of(scene, options)).at(time);
  const legs = survey ? await drawnLegs(survey, probe, options) : [];
  const drawing = { probe, bounds, legs, ways: movingWays(scene), cut: options.cut ?? cutOf(probe, legs) };
  await writePng(png, () => sheetOf(drawing, options), { files, force: options.force });
}

/** A scene whose parts move at least until a moment. */
const withMoment = (scene: SceneDescription, time: number): SceneDescription =>
  scene.clock === undefined
    ? scene
    : {
        ...scene,
        clock: { ...scene.clock, from: Math.min(scene.clock.from, time), to: Math.max(scene.clock.to, time) },
      };

/** Bounds of what is there at a moment. Throws UserError if nothing is. */
function boundsAt(scene: Scene, time: number): Box3 {
  if (scene.motions === undefined) return scene.bounds;
  const { meshes, instances } = sceneSeenAt(scene, time);
  const box = exactBox(meshes, instances);
  for (const { medium, transform } of scene.media ?? []) joinBox(box, transformBox(transform, boxOfMedium(medium)));
  if (isEmptyBox(box)) throw new UserError(`nothing of the scene is there at ${time} s: choose another time`);
  return box;
}

async function drawnLegs(survey: Survey, probe: SceneProbe, { machine }: DrawSceneOptions): Promise<DrawnLeg[]> {
  const legs = survey.legs.map((leg): DrawnLeg => ({ positions: legPositions(leg, WAY_POINTS), spots: [] }));
  for (const scan of instrumentScansOf(survey))
    for (const leg of firingLegs(scan, scan.legs).slice(0, LEGS_MAX)) {
      const { count, origins, directions } = await sampleBeams(machine, scan, leg, probe.scene, BEAMS);
      const rays = new Float64Array(6 * count);
      for (let k = 0; k < count; k++) {
        rays.set(origins.subarray(3 * k, 3 * k + 3), 6 * k);
        rays.set(directions.subarray(3 * k, 3 * k + 3), 6 * k + 3);
      }
      for (const [k, distance] of probe.cast(rays).entries()) {
        if (!(distance <= scan.scanner.detection.rangeMax)) continue;
        const [from, along] = [rays.subarray(6 * k, 6 * k + 3), rays.subarray(6 * k + 3, 6 * k + 6)];
        legs[leg].spots.push([0, 1, 2].map((axis) => from[axis] + along[axis] * distance) as unknown as Vec3);
      }
    }
  return legs;
}

/** Slightly above the highest scanner that stands in a room, so that its ceiling does not hide it. */
function cutOf(probe: SceneProbe, legs: readonly DrawnLeg[]): number {
  const points = legs.flatMap(({ positions: [start] }) => [add(start, [0, 0, CUT_ABOVE])]);
  const inside = surroundings(probe, points).map(({ kind, above }, k) =>
    kind === 'inside' ? points[k][2] + Math.min(above / 2, 1) : -Infinity,
  );
  const highest = Math.max(-Infinity, ...inside);
  return highest === -Infinity ? Infinity : highest;
}

function sheetOf(drawing: Drawing, options: DrawSceneOptions): Raster {
  const { probe, bounds, cut } = drawing;
  const { width, height, background, title, color } = options;
  const theme = THEMES[background];
  const size = Math.max(7, Math.round(Math.min(width, height) / LETTERS));
  const page = createRaster(width, height, theme.page);
  const legend = legendOf(probe.scene, color);
  const inner = width - 2 * size;
  const [top, bottom] = [5 * size, legendRows(legend, inner, size) * legendRowHeight(size) + size];
  drawText(page, fitText(title, 1.2 * size, inner), size, Math.round(0.9 * size), 1.2 * size, theme.text);
  const line = `${extentOf(bounds, cut)}${probe.scene.motions ? `; at ${probe.time} s` : ''}`;
  drawText(page, fitText(line, size, inner), size, Math.round(2.9 * size), size, theme.quietText);
  drawLegend(page, legend, size, height - bottom + size, inner, size, theme);
  const shade = surfaceShader(probe.scene, color, probe.time);
  const [left, tall] = [Math.floor(width / 2), height - top - bottom];
  const views = [left, width - left].map((wide) => createPanel(wide, tall, theme));
  const box = grown(bounds);
  const cameras = [
    orthographic(box, [0, 0, -1], left, tall),
    perspective(cornersOf(box, Math.min(cut, box.max[2])), OBLIQUE, width - left, tall),
  ];
  for (const [k, view] of views.entries()) {
    drawSurfaces(view, probe, cameras[k], cut, shade);
    drawWays(view, cameras[k], drawing, size);
    drawLegs(view, cameras[k], drawing, size);
    pasteRaster(page, view, k === 0 ? 0 : left, top);
  }
  drawMapScale(page, views[0], cameras[0], size, theme, top);
  return page;
}

/** Scale and north of the view from above. */
function drawMapScale(
  page: Raster,
  view: Raster,
  { focal }: Projection,
  size: number,
  theme: Theme,
  top: number,
): void {
  drawScaleBar(view, focal, size, theme);
  drawUpArrow(view, 'N', size, theme);
  pasteRaster(page, view, 0, top);
}

const extentOf = ({ min, max }: Box3, cut: number): string =>
  `${['x', 'y', 'z'].map((name, axis) => `${name} ${min[axis].toFixed(2)} to ${max[axis].toFixed(2)}`).join(', ')} m${cut < Infinity ? `; cut at z ${cut.toFixed(2)} m` : ''}`;

function legendOf(scene: Scene, color: SurfaceColoring): Legend {
  if (color === 'base') return { kind: 'swatches', entries: [] };
  const classes = [...new Set(scene.surfaces.map(({ classification }) => classification))].sort((a, b) => a - b);
  return { kind: 'swatches', entries: classes.map((id) => classStyle(id, scene.names.classes)) };
}

function grown({ min, max }: Box3): Box3 {
  const more = BORDER * Math.max(max[0] - min[0], max[1] - min[1], 1e-3);
  return { min: [min[0] - more, min[1] - more, min[2]], max: [max[0] + more, max[1] + more, max[2]] };
}

const cornersOf = ({ min, max }: Box3, top: number): Float64Array =>
  Float64Array.from(
    [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1 ? max[0] : min[0], k & 2 ? max[1] : min[1], k & 4 ? top : min[2]]),
  );

/** A background that becomes lighter downwards. */
function createPanel(width: number, height: number, theme: Theme): Raster {
  const panel = createRaster(width, height, theme.panelTop);
  for (let y = 0; y < height; y++)
    pasteRaster(panel, createRaster(width, 1, mixRgb(theme.panelTop, theme.panelBottom, y / height)), 0, y);
  return panel;
}

/** One ray a pixel, row by row; it begins below the cut. */
function drawSurfaces(view: Raster, probe: SceneProbe, camera: Projection, cut: number, shade: SurfaceShader): void {
  const rays = new Float64Array(6 * view.width);
  for (let y = 0; y < view.height; y++) {
    for (let x = 0; x < view.width; x++) {
      const [eye, along] = rayOf(camera, x + 0.5, y + 0.5);
      rays.set([...belowCut(eye, along, cut), ...along], 6 * x);
    }
    const { distance, instance, triangle } = probe.look(rays);
    for (let x = 0; x < view.width; x++) {
      if (!(distance[x] >= 0)) continue;
      const along: Vec3 = [rays[6 * x + 3], rays[6 * x + 4], rays[6 * x + 5]];
      blendPixel(view, x, y, shade(instance[x], triangle[x], along), 1);
    }
  }
}

/** Point at which a ray that looks down meets the cut; its start if it begins below. */
const belowCut = (eye: Vec3, along: Vec3, cut: number): Vec3 =>
  eye[2] > cut && along[2] < 0 ? add(eye, scale(along, (cut - eye[2]) / along[2])) : eye;

/** Start and direction (unit vector) of the ray through a point of the picture. */
function rayOf(
  { kind, eye, right, up, forward, focal, width, height }: Projection,
  x: number,
  y: number,
): [Vec3, Vec3] {
  const offset = add(scale(right, (x - width / 2) / focal), scale(up, (height / 2 - y) / focal));
  return kind === 'orthographic' ? [add(eye, offset), forward] : [eye, normalize(add(forward, offset))];
}

/** The ways of what moves, below the cut, as thin lines. */
function drawWays(view: Raster, camera: Projection, { ways, cut }: Drawing, size: number): void {
  for (const way of ways)
    for (let k = 1; k < way.length; k++) {
      if (Math.max(way[k - 1][2], way[k][2]) > cut) continue;
      const [from, to] = [project(camera, way[k - 1]), project(camera, way[k])];
      strokeLine(view, [from[0], from[1]], [to[0], to[1]], size * WAY_WIDTH, WAY_COLOR, 0.8);
    }
}

/** Places that the beams meet, where nothing hides them, then ways and stations with their numbers. */
function drawLegs(view: Raster, camera: Projection, { probe, bounds, legs, cut }: Drawing, size: number): void {
  const at = (point: Vec3): [number, number] => {
    const [x, y] = project(camera, point);
    return [x, y];
  };
  const radius = Math.max(0.6, size / 12);
  for (const [k, { spots }] of legs.entries())
    for (const spot of visible(probe, camera, { cut, bounds }, spots))
      strokeLine(view, at(spot), at(spot), radius, LEG_COLORS[k % LEG_COLORS.length], 0.9);
  for (const { positions } of legs) if (positions.length > 1) drawTrack(view, positions.map(at), size);
  for (const [k, { positions }] of legs.entries()) drawBadge(view, at(positions[0]), `${k + 1}`, size, 1);
}

/** The points below the cut that the camera sees. */
function visible(
  probe: SceneProbe,
  camera: Projection,
  { cut, bounds }: Pick<Drawing, 'cut' | 'bounds'>,
  spots: readonly Vec3[],
): Vec3[] {
  const below = spots.filter(([, , z]) => z <= cut);
  const rays = new Float64Array(6 * below.length);
  for (const [k, spot] of below.entries()) {
    const [x, y] = project(camera, spot);
    const [eye, along] = rayOf(camera, x, y);
    rays.set([...belowCut(eye, along, cut), ...along], 6 * k);
  }
  const { min, max } = bounds;
  const slack = HIDDEN * Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  const free = probe.cast(rays);
  return below.filter((spot, k) => {
    const way = Math.hypot(...[0, 1, 2].map((axis) => spot[axis] - rays[6 * k + axis]));
    return free[k] >= way - slack;
  });
}
