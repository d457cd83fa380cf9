import { translation } from '../../base/affine.js';
import { MeshBuilder } from '../mesh-builder.js';
import type { MaterialName } from '../palette.js';
import { box } from '../shapes.js';
import { buildCar, type CarBody, drawBody, drawWheels, type Finish } from './car.js';

/** Group of the panes of vehicles, to which label rules refer. */
export const VEHICLE_PANES = 'vehicle_window';

/** A panel van of 5.4 m. */
const VAN: CarBody = {
  halfLength: 2.7,
  halfWidth: 1,
  axles: [-1.65, 1.75],
  wheelRadius: 0.35,
  roofLine: [
    [-2.7, 0.7],
    [-2.68, 2.3],
    [-2.55, 2.48],
    [0.9, 2.48],
    [1.35, 2.3],
    [2, 1.35],
    [2.45, 1.15],
    [2.65, 0.9],
    [2.7, 0.55],
  ],
  beltLine: [
    [-2.7, 0.65],
    [-2.68, 1.3],
    [0.9, 1.3],
    [2, 1.25],
    [2.45, 1.05],
    [2.65, 0.8],
    [2.7, 0.5],
  ],
  glass: [0.75, 1.7],
  rearScreen: [-2.69, -2.69],
  windscreen: [1.35, 2],
  roofWidth: 0.88,
  taper: 0.06,
  pillars: [],
};

/** A city bus of 11.9 m. */
const BUS: CarBody = {
  halfLength: 5.95,
  halfWidth: 1.25,
  axles: [-2.9, 3.1],
  wheelRadius: 0.48,
  roofLine: [
    [-5.95, 1.1],
    [-5.85, 2.75],
    [-5.7, 3],
    [5.6, 3],
    [5.8, 2.85],
    [5.95, 0.95],
  ],
  beltLine: [
    [-5.95, 1],
    [-5.85, 1.25],
    [5.8, 1.15],
    [5.95, 0.9],
  ],
  glass: [-5.6, 5.6],
  rearScreen: [-5.94, -5.86],
  windscreen: [5.8, 5.95],
  roofWidth: 0.92,
  taper: 0.03,
  pillars: [-4.2, -2.8, -1.4, 0, 1.4, 2.8, 4.2],
};

/** The cab of a lorry, its middle above the front axle. */
const CAB: CarBody = {
  halfLength: 1.05,
  halfWidth: 1.2,
  axles: [0],
  wheelRadius: 0.48,
  roofLine: [
    [-1.05, 2.6],
    [-0.95, 2.85],
    [0.6, 2.8],
    [0.8, 2.6],
    [1, 1.5],
    [1.05, 0.8],
  ],
  beltLine: [
    [-1.05, 1.55],
    [0.8, 1.55],
    [1, 1.4],
    [1.05, 0.7],
  ],
  glass: [-0.35, 0.7],
  rearScreen: [-1.04, -1.04],
  windscreen: [0.8, 1],
  roofWidth: 0.92,
  taper: 0.05,
  pillars: [],
};
const LORRY_HALF = 4.1;
/** The front axle, from the middle of the lorry. */
const CAB_AT = LORRY_HALF - CAB.halfLength - 0.02;
const REAR_AXLES = [-2.7, -1.5];

/** A van on its wheels at the origin, looking along x. */
export const buildVan = (name: string, paint: MaterialName, detail: number): MeshBuilder =>
  buildCar(name, VAN, paint, detail, VEHICLE_PANES);

/** A city bus on its wheels at the origin, looking along x. */
export const buildBus = (name: string, paint: MaterialName, detail: number): MeshBuilder =>
  buildCar(name, BUS, paint, detail, VEHICLE_PANES);

/** A lorry of 8.2 m with a box body, on its wheels at the origin, looking along x. */
export function buildLorry(name: string, paint: MaterialName, detail: number): MeshBuilder {
  const builder = new MeshBuilder(name);
  const finish: Finish = { paint, detail, panes: VEHICLE_PANES };
  builder.within(translation([CAB_AT, 0, 0]), () => drawBody(builder, CAB, finish));
  drawWheels(builder, { ...CAB, axles: [...REAR_AXLES, CAB_AT] }, detail);
  builder.part('chassis', 'steel_dark');
  box(builder, [-LORRY_HALF + 0.1, -0.45, 0.62], [CAB_AT - 0.6, 0.45, 0.98]);
  box(builder, [0, -1.1, 0.5], [0.9, -0.5, 0.95]);
  builder.part('cargo', 'plastic_white');
  box(builder, [-LORRY_HALF, -1.25, 1.05], [CAB_AT - CAB.halfLength - 0.15, 1.25, 3.55]);
  drawLorryFittings(builder);
  return builder;
}

/** Guard under the rear, lamps, plates and mirrors. */
function drawLorryFittings(builder: MeshBuilder): void {
  const [rear, front] = [-LORRY_HALF, LORRY_HALF - 0.02];
  builder.part('bumper', 'steel_dark');
  box(builder, [rear, -1.15, 0.5], [rear + 0.1, 1.15, 0.65]);
  builder.part('number_plate', 'plastic_white');
  box(builder, [front - 0.01, -0.26, 0.4], [front + 0.02, 0.26, 0.51]);
  for (const side of [-1, 1]) {
    const across = (from: number, to: number): [number, number] => (side < 0 ? [-to, -from] : [from, to]);
    const [lamp0, lamp1] = across(0.75, 1.05);
    builder.part('headlamp', 'lamp_glass');
    box(builder, [front - 0.06, lamp0, 0.6], [front + 0.01, lamp1, 0.75]);
    builder.part('tail_lamp', 'plastic_red');
    box(builder, [rear - 0.02, lamp0, 0.7], [rear + 0.08, lamp1, 0.85]);
    const [mirror0, mirror1] = across(1.15, 1.4);
    builder.part('mirror', 'plastic_dark');
    box(builder, [CAB_AT + 0.75, mirror0, 1.75], [CAB_AT + 0.83, mirror1, 2.2]);
  }
}
