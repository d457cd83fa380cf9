import type { Vec3 } from '../../../src/base/vec3.js';
import { column, station, testScanner } from '../../support/scan.js';
import { meshOf, raised, sceneOf, sphere, wall } from '../../support/scenes.js';
import { farthest, once, type Stage, type Subject, type TracedPart } from '../row.js';

const DEGREE = Math.PI / 180;
const MILLIMETRE = 1e-3;
const RANGES = [5, 50, 500, 1500, 3000];
const RANGES_TEXT = '5, 50, 500, 1500, 3000 m';
const ANGLES = [0, 60, 85];
const RADIUS = 2;
/** Of the beam from the middle of the sphere, metres. */
const ASIDE = 1;
/** Each patch of the sphere lies up to r (1 − cos(π/2n)) inside it. */
const SPHERE_RINGS = 150;
/** From one shape to the next: no level beam meets two. */
const STOREY = 64;
/** Half a unit of the last place of an f32 at 3000 m, twice over: as range and as coordinate. */
const ROUNDING = 0.25;

const FRAMES = [
  { name: 'local', title: 'local coordinates', origin: [0, 0, 0] },
  { name: 'utm', title: 'UTM coordinates', origin: [512_345.678, 5_412_987.321, 234.567] },
] as const;

/** Of the sphere, the facets at the height of the beam. */
const BAND = 0.1;

function bandsOfSphere(): number[][] {
  const whole = sphere(RADIUS, SPHERE_RINGS);
  const band: number[] = [];
  for (let k = 0; k < whole.length; k += 9) if (Math.abs(whole[k + 2]) < BAND) band.push(...whole.slice(k, k + 9));
  return RANGES.map((range) => band.map((value, k) => (k % 3 === 1 ? value + range + RADIUS : value)));
}

/** A plane of each angle and a sphere, each at every range, one above the other. */
const shapes = () =>
  [...ANGLES.flatMap((angle) => RANGES.map((range) => wall(range, 40, angle * DEGREE))), ...bandsOfSphere()].map(
    (shape, k) => meshOf(raised(shape, k * STOREY)),
  );

const ONE_RAY = { pattern: 'rings', subrays: 1, weights: 'uniform' } as const;
/** A return is the mean of all hits, so that it lies at their place. */
const CLUSTERS = testScanner({ detection: { method: 'clusters', rangeResolution: 1000 } });
/** A point is at the mean of its hits. */
const ON_SURFACE = { points: 'surface' } as const;
const RINGS = { pattern: 'rings', subrays: 19, weights: 'gaussian' } as const;

function partOf({ name, title, origin }: (typeof FRAMES)[number]): TracedPart {
  const at = (shape: number, aside = 0): Vec3 => [origin[0] + aside, origin[1], origin[2] + shape * STOREY];
  const first = (angle: number) => ANGLES.indexOf(angle) * RANGES.length;

  /**
   * Of one ray at every range: the largest error of the range and of the point, millimetres, and the
   * incidence angles, degrees.
   */
  async function errorsOf(stage: Stage, firstShape: number, aside: number, behind: number) {
    const legs = RANGES.map((_, k) => station(at(firstShape + k, aside)));
    const result = await stage.scan(legs, { footprint: ONE_RAY });
    const ranges = column(result, 'range').map((range, k) => (range - RANGES[k] - behind) / MILLIMETRE);
    const points = column(result, 'y').map((y, k) => (y - origin[1] - RANGES[k] - behind) / MILLIMETRE);
    if (ranges.length !== RANGES.length) throw new Error(`${ranges.length} returns of ${RANGES.length} pulses`);
    const incidence = column(result, 'incidenceAngle').map((angle) => angle / DEGREE);
    return { range: farthest(ranges, 0), point: farthest(points, 0), incidence };
  }

  const planeRows = ANGLES.flatMap((angle) => {
    const measure = once((stage) => errorsOf(stage, first(angle), 0, 0));
    const shared = { unit: 'mm', source: 'plane and ray', expected: 0, tolerance: ROUNDING, decimals: 1 };
    const where = `a plane at ${RANGES_TEXT}, ${angle}° of incidence, ${title}`;
    return [
      {
        ...shared,
        test: `plane-${angle}-range-${name}`,
        quantity: `largest error of the range of ${where}`,
        measure: async (stage: Stage) => (await measure(stage)).range,
      },
      {
        ...shared,
        test: `plane-${angle}-point-${name}`,
        quantity: `largest error of the point on ${where}, along the beam`,
        measure: async (stage: Stage) => (await measure(stage)).point,
      },
      {
        test: `plane-${angle}-incidence-${name}`,
        quantity: `incidence angle on ${where}, the one that is farthest off`,
        unit: '°',
        source: 'plane and ray',
        expected: angle,
        tolerance: 0.02,
        basis: 'its cosine is an f32',
        decimals: 1,
        measure: async (stage: Stage) => farthest((await measure(stage)).incidence, angle),
      },
    ];
  });

  const behind = RADIUS - Math.sqrt(RADIUS ** 2 - ASIDE ** 2);
  const sagitta = (RADIUS * (1 - Math.cos(Math.PI / (2 * SPHERE_RINGS)))) / MILLIMETRE;
  const sphereRow = {
    test: `sphere-range-${name}`,
    quantity: `largest error of the range of a sphere of radius 2 m, ${RANGES_TEXT} away, 1 m beside its middle, ${title}`,
    unit: 'mm',
    source: 'R + r − √(r² − 1 m²)',
    expected: 0,
    tolerance: 2 * sagitta + ROUNDING,
    basis: 'its facets lie inside it',
    decimals: 1,
    measure: async (stage: Stage) => (await errorsOf(stage, ANGLES.length * RANGES.length, ASIDE, behind)).range,
  };

  const offPlaneRow = {
    test: `point-of-19-on-plane-${name}`,
    quantity: `largest distance of points of 19 subrays from the plane, ${RANGES_TEXT}, 60° and 85°, clusters, points: surface, ${title}`,
    unit: 'mm',
    source: 'the plane',
    expected: 0,
    tolerance: ROUNDING,
    decimals: 1,
    measure: async (stage: Stage) => {
      const distances = [];
      for (const angle of [60, 85])
        for (const [k, range] of RANGES.entries()) {
          const result = await stage.scan([station(at(first(angle) + k))], {
            scanner: CLUSTERS,
            footprint: RINGS,
            physics: ON_SURFACE,
          });
          const [x, y] = [column(result, 'x'), column(result, 'y')];
          const [cos, sin] = [Math.cos(angle * DEGREE), Math.sin(angle * DEGREE)];
          distances.push(
            ...x.map((_, p) => ((y[p] - origin[1] - range) * cos - (x[p] - origin[0]) * sin) / MILLIMETRE),
          );
        }
      return farthest(distances, 0);
    },
  };

  return {
    scene: () =>
      sceneOf(
        shapes().map((mesh) => ({ ...mesh, origin })),
        { frameOrigin: origin as unknown as Vec3 },
      ),
    rows: [...planeRows, sphereRow, offPlaneRow],
  };
}

export const GEOMETRY: Subject = {
  title: 'Geometry',
  about:
    'Ranges and points against planes and spheres. An f32, which carries ranges, has steps of 0.24 mm from 2048 m on.',
  traced: FRAMES.map(partOf),
};
