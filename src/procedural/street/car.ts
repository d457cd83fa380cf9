import type { Vec3 } from '../../base/vec3.js';
import { MeshBuilder } from '../mesh-builder.js';
import type { MaterialName } from '../palette.js';
import { box, grid, lathe } from '../shapes.js';

/** A curve through (x, value) knots from rear to front. */
type Curve = readonly (readonly [number, number])[];

/** The body of one type of car, metres; x forward from the middle, z up from the road. */
export interface CarBody {
  halfLength: number;
  halfWidth: number;
  axles: readonly number[];
  wheelRadius: number;
  roofLine: Curve;
  /** Lower edge of the side windows; bonnet or boot begins where it meets the roof line. */
  beltLine: Curve;
  /** Extent of the glass in the side windows, and of the rear and front screens on the roof line. */
  glass: readonly [number, number];
  rearScreen: readonly [number, number];
  windscreen: readonly [number, number];
  /** Width of the roof as a fraction of the body's; absent: that of a car, whose windows lean inwards. */
  roofWidth?: number;
  /** Share of its width that the body loses towards its ends; absent: that of a car. */
  taper?: number;
  /** Middles of the pillars between the side windows, at x; absent: one near the middle. */
  pillars?: readonly number[];
}

/** A hatchback of 4.3 m, an estate car of 4.6 m and a van of 4.9 m. */
export const CAR_BODIES: readonly CarBody[] = [
  {
    halfLength: 2.15,
    halfWidth: 0.89,
    axles: [-1.28, 1.32],
    wheelRadius: 0.32,
    roofLine: [
      [-2.15, 0.72],
      [-2.08, 0.98],
      [-1.72, 1.32],
      [-1.3, 1.44],
      [-0.4, 1.49],
      [0.25, 1.42],
      [1.0, 1.0],
      [1.75, 0.84],
      [2.05, 0.72],
      [2.15, 0.55],
    ],
    beltLine: [
      [-2.15, 0.72],
      [-2.08, 0.96],
      [-1.3, 0.99],
      [1.0, 0.94],
      [1.75, 0.82],
      [2.05, 0.7],
      [2.15, 0.55],
    ],
    glass: [-1.6, 0.75],
    rearScreen: [-2.05, -1.72],
    windscreen: [0.25, 1.0],
  },
  {
    halfLength: 2.3,
    halfWidth: 0.91,
    axles: [-1.34, 1.42],
    wheelRadius: 0.33,
    roofLine: [
      [-2.3, 0.7],
      [-2.25, 1.0],
      [-2.0, 1.38],
      [-1.0, 1.48],
      [-0.2, 1.5],
      [0.3, 1.42],
      [1.05, 1.0],
      [1.85, 0.84],
      [2.2, 0.7],
      [2.3, 0.52],
    ],
    beltLine: [
      [-2.3, 0.7],
      [-2.25, 0.97],
      [-1.0, 0.98],
      [1.05, 0.93],
      [1.85, 0.82],
      [2.2, 0.68],
      [2.3, 0.52],
    ],
    glass: [-2.0, 0.8],
    rearScreen: [-2.24, -2.0],
    windscreen: [0.3, 1.05],
  },
  {
    halfLength: 2.45,
    halfWidth: 0.96,
    axles: [-1.4, 1.55],
    wheelRadius: 0.34,
    roofLine: [
      [-2.45, 0.8],
      [-2.43, 1.7],
      [-2.3, 1.93],
      [-1.2, 1.97],
      [0.6, 1.94],
      [0.95, 1.85],
      [1.7, 1.14],
      [2.2, 0.98],
      [2.4, 0.8],
      [2.45, 0.55],
    ],
    beltLine: [
      [-2.45, 0.8],
      [-2.43, 1.12],
      [0.6, 1.12],
      [1.7, 1.06],
      [2.2, 0.95],
      [2.4, 0.78],
      [2.45, 0.55],
    ],
    glass: [0.2, 1.3],
    rearScreen: [-2.44, -2.44],
    windscreen: [0.95, 1.7],
  },
];

const SILL = 0.2;
const ARCH_GAP = 0.06;
const TYRE_HALF_WIDTH = 0.1;
/** Width of the roof as a fraction of the body's half width: side windows lean inwards. */
const ROOF_WIDTH = 0.78;
const TAPER = 0.16;
const PILLARS = [-0.25];
const PILLAR_HALF = 0.05;

/** Appearance of a vehicle besides its form: its paint, its detail 0 … 5 and the group of its panes. */
export interface Finish {
  paint: MaterialName;
  detail: number;
  panes: string;
}

/** One car on its wheels at the origin, looking along x; finer with `detail` 0 … 5. */
export function buildCar(
  name: string,
  body: CarBody,
  paint: MaterialName,
  detail: number,
  panes = 'window',
): MeshBuilder {
  const builder = new MeshBuilder(name);
  drawBody(builder, body, { paint, detail, panes });
  drawWheels(builder, body, detail);
  drawFittings(builder, body, paint);
  return builder;
}

/** Two wheels on each axle. */
export function drawWheels(builder: MeshBuilder, body: Wheeled, detail: number): void {
  for (const axle of body.axles) for (const side of [-1, 1]) drawWheel(builder, body, axle, side, 6 + detail * 4);
}

type Wheeled = Pick<CarBody, 'axles' | 'halfWidth' | 'wheelRadius'>;

/** Value of a curve at x, straight between knots. */
function at(curve: Curve, x: number): number {
  let i = 0;
  while (i + 2 < curve.length && x > curve[i + 1][0]) i++;
  const [[x0, v0], [x1, v1]] = [curve[i], curve[i + 1]];
  return v0 + (v1 - v0) * Math.min(1, Math.max(0, (x - x0) / (x1 - x0)));
}

/** Stations along x: even steps, and every knot and edge of glass, so that panes end at the right place. */
function stations(body: CarBody, steps: number): number[] {
  const knots = [...body.roofLine, ...body.beltLine].map(([x]) => x);
  const even = Array.from({ length: steps + 1 }, (_, i) => (i / steps - 0.5) * 2 * body.halfLength);
  const pillars = (body.pillars ?? []).flatMap((x) => [x - PILLAR_HALF, x + PILLAR_HALF]);
  const panes = [...body.glass, ...body.rearScreen, ...body.windscreen];
  const all = [...knots, ...even, ...panes, ...pillars].sort((a, b) => a - b);
  return all.filter((x, i) => i === 0 || x - all[i - 1] > 0.012);
}

/** The skin: cross-sections from the right sill over the roof to the left one, and back underneath. */
export function drawBody(builder: MeshBuilder, body: CarBody, { paint, detail, panes }: Finish): void {
  const fineness = 2 + Math.ceil(detail * 0.8);
  const xs = stations(body, 6 + detail * 12);
  const sections = xs.map((x) => crossSection(body, x, fineness));
  const points = sections[0].length;
  const beltIndex = fineness + 2;
  const mirrored = (k: number) => Math.min(k, points - 2 - k);
  grid(
    builder,
    xs.length - 1,
    points - 1,
    (column, row) => sections[column][row],
    (column, row) => {
      const x = (xs[column] + xs[column + 1]) / 2;
      const part = mirrored(row);
      if (isPane(body, x, part - beltIndex, fineness)) builder.part(panes, 'glass');
      else if (part === 0) builder.part('underbody', 'plastic_dark');
      else builder.part('body', paint);
    },
  );
  for (const [index, front] of [
    [0, false],
    [xs.length - 1, true],
  ] as const)
    drawEnd(builder, sections[index], paint, front);
}

/** Whether the strip `above` steps above the belt line at x is glass: sides first, then the screens across the roof. */
function isPane(body: CarBody, x: number, above: number, fineness: number): boolean {
  const inside = ([from, to]: readonly [number, number]) => x > from && x < to;
  if (above < 0) return false;
  const isPillar = (body.pillars ?? PILLARS).some((pillar) => Math.abs(x - pillar) < PILLAR_HALF);
  if (above === 0) return inside(body.glass) && !isPillar;
  return above >= Math.min(2, fineness) && (inside(body.windscreen) || inside(body.rearScreen));
}

/**
 * Half a section from the middle of the floor: sill, flank, belt line, roof edge, middle of the roof; then mirrored.
 */
function crossSection(body: CarBody, x: number, fineness: number): Vec3[] {
  const taper = 1 - (body.taper ?? TAPER) * Math.abs(x / body.halfLength) ** 4;
  const width = body.halfWidth * taper;
  const floor = archHeight(body, x);
  const roof = Math.max(at(body.roofLine, x), floor + 0.04);
  const belt = Math.min(Math.max(at(body.beltLine, x), floor + 0.02), roof - 0.01);
  const cabin = Math.min(1, Math.max(0, (roof - belt - 0.02) / 0.35));
  const roofWidth = width * (0.94 - (0.94 - (body.roofWidth ?? ROOF_WIDTH)) * cabin);
  const half: Vec3[] = [[x, -width * 0.93, floor]];
  for (let k = 1; k <= fineness; k++) {
    const f = k / (fineness + 1);
    half.push([x, -width * (0.96 + 0.16 * f * (1 - f)), floor + (belt - floor) * f]);
  }
  half.push([x, -width * 0.96, belt]);
  half.push([x, -roofWidth, roof - 0.05 * cabin - 0.008]);
  for (let k = 1; k <= fineness; k++) {
    const f = k / (fineness + 1);
    half.push([x, -roofWidth * (1 - f), roof - 0.05 * cabin * (1 - f) ** 3 - 0.008 * (1 - f)]);
  }
  const left = [...half].reverse().map(([, y, z]): Vec3 => [x, -y, z]);
  return [[x, 0, floor], ...half, [x, 0, roof], ...left, [x, 0, floor]];
}

/** Lower edge of the body: the sill, rising over the wheels. */
function archHeight(body: CarBody, x: number): number {
  const reach = body.wheelRadius + ARCH_GAP;
  const arches = body.axles.map((axle) => {
    const dx = x - axle;
    return Math.abs(dx) < reach ? body.wheelRadius + Math.sqrt(reach * reach - dx * dx) : 0;
  });
  return Math.max(SILL, ...arches);
}

/** Closes front or rear with a fan about the centre of its section. */
function drawEnd(builder: MeshBuilder, section: Vec3[], paint: MaterialName, front: boolean): void {
  builder.part('bumper', paint);
  const x = section[0][0];
  const low = section[0][2];
  const high = Math.max(...section.map((p) => p[2]));
  const middle = builder.vertex(x, 0, (low + high) / 2);
  const rim = section.map((p) => builder.vertex(...p));
  for (let k = 0; k + 1 < rim.length; k++)
    if (front) builder.triangle(middle, rim[k + 1], rim[k]);
    else builder.triangle(middle, rim[k], rim[k + 1]);
}

/** Tyre and rim, turned about the axle, its outer face flush with the flank. */
function drawWheel(builder: MeshBuilder, body: Wheeled, axle: number, side: number, sides: number): void {
  const r = body.wheelRadius;
  const y = side * (body.halfWidth - TYRE_HALF_WIDTH - 0.04);
  // The lathe's z axis becomes the outward direction.
  builder.within([1, 0, 0, axle, 0, 0, side, y, 0, -side, 0, r], () => {
    const h = TYRE_HALF_WIDTH;
    builder.part('tyre', 'rubber');
    lathe(
      builder,
      0,
      0,
      [
        [r * 0.7, -h],
        [r * 0.94, -h],
        [r, -h * 0.7],
        [r, h * 0.7],
        [r * 0.94, h],
        [r * 0.66, h],
      ],
      sides,
    );
    builder.part('rim', 'steel');
    lathe(
      builder,
      0,
      0,
      [
        [r * 0.62, 0],
        [r * 0.62, h + 0.008],
        [r * 0.5, h + 0.012],
        [r * 0.15, h + 0.006],
      ],
      sides,
    );
  });
}

/** Number plates, lamps and mirrors. */
function drawFittings(builder: MeshBuilder, body: CarBody, paint: MaterialName): void {
  const { halfLength: l, halfWidth: w } = body;
  builder.part('number_plate', 'plastic_white');
  box(builder, [l - 0.01, -0.26, 0.36], [l + 0.015, 0.26, 0.47]);
  box(builder, [-l - 0.015, -0.26, 0.5], [-l + 0.01, 0.26, 0.61]);
  for (const side of [-1, 1]) {
    builder.part('headlamp', 'lamp_glass');
    box(
      builder,
      [l - 0.16, Math.min(side * w * 0.55, side * w * 0.84), 0.6],
      [l - 0.04, Math.max(side * w * 0.55, side * w * 0.84), 0.72],
    );
    builder.part('tail_lamp', 'plastic_red');
    box(
      builder,
      [-l - 0.01, Math.min(side * w * 0.64, side * w * 0.83), 0.66],
      [-l + 0.1, Math.max(side * w * 0.64, side * w * 0.83), 0.86],
    );
    builder.part('mirror', paint);
    const x = body.glass[1] - 0.1;
    const z = at(body.beltLine, x) + 0.03;
    box(
      builder,
      [x, Math.min(side * w * 0.94, side * (w + 0.16)), z],
      [x + 0.1, Math.max(side * w * 0.94, side * (w + 0.16)), z + 0.13],
    );
  }
}
