import { scaling } from '../../base/affine.js';
import type { Vec3 } from '../../base/vec3.js';
import { MeshBuilder } from '../mesh-builder.js';
import type { MaterialName } from '../palette.js';
import { ball, bar, box, lathe, post, tube } from '../shapes.js';

/** Sides of round objects at a level of detail 0 … 5. */
export const roundness = (detail: number): number => 5 + detail * 3;

const LAMP_HEIGHT = 6.2;

/** A street lamp; its arm reaches along x. */
export function buildLamp(detail: number): MeshBuilder {
  const builder = new MeshBuilder('lamp').part('pole', 'zinc');
  const sides = roundness(detail);
  lathe(
    builder,
    0,
    0,
    [
      [0.14, -0.2],
      [0.14, 0.5],
      [0.09, 0.58],
      [0.045, LAMP_HEIGHT],
    ],
    sides,
  );
  const arm: Vec3[] = [];
  for (let i = 0; i <= 6; i++) {
    const angle = (Math.PI / 2) * (i / 6);
    arm.push([1.3 * (1 - Math.cos(angle)), 0, LAMP_HEIGHT - 0.1 + 0.55 * Math.sin(angle)]);
  }
  tube(
    builder,
    arm,
    arm.map(() => 0.035),
    sides,
    { start: 'flat', end: 'flat' },
  );
  builder.part('head', 'steel_dark');
  box(builder, [1.15, -0.14, LAMP_HEIGHT + 0.4], [1.85, 0.14, LAMP_HEIGHT + 0.5]);
  builder.part('light', 'lamp_glass');
  box(builder, [1.22, -0.11, LAMP_HEIGHT + 0.36], [1.78, 0.11, LAMP_HEIGHT + 0.4], { top: false });
  return builder;
}

/** The sign on a traffic sign's post. */
export interface SignFace {
  sides: number;
  radius: number;
  material: MaterialName;
  inner: MaterialName;
}

export const SIGN_FACES: readonly SignFace[] = [
  { sides: 8, radius: 0.36, material: 'sign_face', inner: 'sign_red' },
  { sides: 24, radius: 0.31, material: 'sign_red', inner: 'sign_face' },
  { sides: 4, radius: 0.38, material: 'sign_face', inner: 'sign_blue' },
];

/** A traffic sign facing −x, with 2.2 m clear height as required above pavements (German VwV-StVO). */
export function buildSign(name: string, sign: SignFace, detail: number): MeshBuilder {
  const builder = new MeshBuilder(name).part('post', 'zinc');
  post(builder, [0, 0, -0.2], 2.95, 0.03, roundness(detail));
  const z = 2.2 + sign.radius;
  // A ring starts with a corner on the y axis; half a step of rotation makes squares and octagons stand on an edge.
  const turn = Math.PI / sign.sides;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  builder.within([1, 0, 0, -0.035, 0, c, -s, 0, 0, s, c, z], () => {
    builder.part('plate', sign.material);
    bar(builder, [0, 0, 0], [-0.012, 0, 0], sign.radius, sign.sides);
    builder.part('symbol', sign.inner);
    bar(builder, [-0.012, 0, 0], [-0.015, 0, 0], sign.radius * 0.85, sign.sides);
    builder.part('back', 'zinc');
    bar(builder, [0.002, 0, 0], [0, 0, 0], sign.radius, sign.sides);
  });
  return builder;
}

/** A traffic light that faces −x: a post, and a case with three lights, red above. */
export function buildTrafficLight(detail: number): MeshBuilder {
  const builder = new MeshBuilder('traffic_light').part('post', 'zinc');
  const sides = roundness(detail);
  post(builder, [0, 0, -0.2], 3.3, 0.055, sides);
  builder.part('case', 'plastic_dark');
  box(builder, [-0.28, -0.15, 2.2], [-0.06, 0.15, 3.05]);
  for (const [k, lens] of (['glass', 'lamp_glass', 'plastic_red'] as const).entries()) {
    builder.part('lens', lens);
    bar(builder, [-0.27, 0, 2.34 + 0.28 * k], [-0.3, 0, 2.34 + 0.28 * k], 0.1, sides);
  }
  return builder;
}

/** A bench of wooden slats on steel feet, 1.8 m wide along x, with its back towards +y. */
export function buildBench(): MeshBuilder {
  const builder = new MeshBuilder('bench').part('slats', 'wood');
  for (let i = 0; i < 5; i++) box(builder, [-0.9, -0.25 + i * 0.1, 0.43], [0.9, -0.17 + i * 0.1, 0.46]);
  for (let i = 0; i < 4; i++)
    box(builder, [-0.9, 0.25 + i * 0.03, 0.54 + i * 0.1], [0.9, 0.28 + i * 0.03, 0.62 + i * 0.1]);
  builder.part('feet', 'steel_dark');
  for (const x of [-0.7, 0.7]) {
    box(builder, [x - 0.03, -0.25, 0.37], [x + 0.03, 0.3, 0.43]);
    for (const y of [-0.22, 0.22]) box(builder, [x - 0.03, y, -0.05], [x + 0.03, y + 0.05, 0.37]);
    box(builder, [x - 0.03, 0.28, 0.4], [x + 0.03, 0.33, 0.95]);
  }
  return builder;
}

/** A litter bin on a post. */
export function buildBin(detail: number): MeshBuilder {
  const builder = new MeshBuilder('bin').part('body', 'steel_dark');
  const sides = roundness(detail);
  post(builder, [0, 0, -0.1], 0.5, 0.04, sides);
  lathe(
    builder,
    0,
    0,
    [
      [0.17, 0.35],
      [0.21, 0.9],
      [0.23, 0.92],
      [0.23, 0.96],
    ],
    sides,
  );
  return builder;
}

/** A cast-iron bollard. */
export function buildBollard(detail: number): MeshBuilder {
  const builder = new MeshBuilder('bollard').part('body', 'steel_dark');
  lathe(
    builder,
    0,
    0,
    [
      [0.09, -0.1],
      [0.09, 0.12],
      [0.055, 0.16],
      [0.05, 0.78],
      [0.07, 0.82],
      [0.07, 0.9],
      [0.03, 0.96],
    ],
    roundness(detail),
  );
  return builder;
}

/** A tree pit: a frame of kerb stones around earth, 1.5 m square. */
export function buildTreePit(): MeshBuilder {
  const builder = new MeshBuilder('tree_pit').part('edging', 'stone');
  const [r, w] = [0.75, 0.1];
  box(builder, [-r, -r, -0.1], [r, -r + w, 0.06]);
  box(builder, [-r, r - w, -0.1], [r, r, 0.06]);
  box(builder, [-r, -r + w, -0.1], [-r + w, r - w, 0.06]);
  box(builder, [r - w, -r + w, -0.1], [r, r - w, 0.06]);
  builder.part('earth', 'soil');
  box(builder, [-r + w, -r + w, -0.1], [r - w, r - w, 0.035], { bottom: false });
  return builder;
}

const TOPS: readonly MaterialName[] = ['fabric_red', 'fabric_blue', 'fabric_green', 'fabric_sand'];

/** Pose and clothes of a person. */
export interface PersonForm {
  top: MaterialName;
  trousers: MaterialName;
  /** Metres from the middle to the foot in front; 0: standing. */
  stride: number;
  /** Height relative to a person of 1.75 m. */
  stature: number;
}

/** The walking people of every street. */
export const WALKERS: readonly PersonForm[] = TOPS.map((top, i) => ({
  top,
  trousers: i % 2 ? 'fabric_grey' : 'fabric_blue',
  stride: 0.16 + 0.03 * i,
  stature: 1,
}));

/** Walking, hurrying and standing people, tall, short, and children. */
export const PEOPLE: readonly PersonForm[] = [
  ...WALKERS,
  { top: 'leather', trousers: 'fabric_grey', stride: 0.03, stature: 1.05 },
  { top: 'fabric_sand', trousers: 'fabric_green', stride: 0.05, stature: 0.95 },
  { top: 'fabric_grey', trousers: 'leather', stride: 0.32, stature: 1.03 },
  { top: 'fabric_grey', trousers: 'fabric_blue', stride: 0.02, stature: 1 },
  { top: 'fabric_red', trousers: 'fabric_green', stride: 0.24, stature: 0.72 },
  { top: 'fabric_red', trousers: 'fabric_blue', stride: 0.04, stature: 0.62 },
  { top: 'fabric_green', trousers: 'leather', stride: 0.2, stature: 1.09 },
  { top: 'fabric_blue', trousers: 'fabric_red', stride: 0.14, stature: 0.91 },
];

/** A person facing x. */
export function buildPerson(name: string, form: PersonForm, detail: number): MeshBuilder {
  const builder = new MeshBuilder(name);
  builder.within(scaling([form.stature, form.stature, form.stature]), () => drawPerson(builder, form, detail));
  return builder;
}

function drawPerson(builder: MeshBuilder, { top, trousers, stride }: PersonForm, detail: number): void {
  const sides = roundness(detail);
  const limb = (path: Vec3[], radii: number[]) => tube(builder, path, radii, sides, { start: 'flat', end: 'flat' });
  for (const side of [-1, 1]) {
    const step = side * stride;
    builder.part('trousers', trousers);
    limb(
      [
        [0, side * 0.09, 0.92],
        [step * 0.6, side * 0.09, 0.5],
        [step, side * 0.1, 0.08],
      ],
      [0.095, 0.07, 0.05],
    );
    builder.part('shoes', 'leather');
    box(builder, [step - 0.08, side * 0.1 - 0.045, 0], [step + 0.18, side * 0.1 + 0.045, 0.09]);
    builder.part('top', top);
    limb(
      [
        [0, side * 0.2, 1.4],
        [-step * 0.4, side * 0.25, 1.12],
        [-step * 0.9 + 0.08, side * 0.23, 0.88],
      ],
      [0.06, 0.05, 0.04],
    );
    builder.part('hands', 'skin');
    ball(builder, [-step * 0.95 + 0.1, side * 0.23, 0.83], [0.05, 0.035, 0.06], 4, sides);
  }
  builder.part('top', top);
  ball(builder, [0, 0, 1.18], [0.13, 0.21, 0.34], 6 + detail, sides + 2);
  builder.part('head', 'skin');
  tube(
    builder,
    [
      [0, 0, 1.4],
      [0.02, 0, 1.56],
    ],
    [0.06, 0.055],
    sides,
  );
  ball(builder, [0.02, 0, 1.63], [0.1, 0.08, 0.12], 5 + detail, sides);
  builder.part('hair', 'hair');
  ball(builder, [-0.015, 0, 1.675], [0.095, 0.088, 0.1], 5 + detail, sides);
}
