import type { Vec3 } from '../../src/base/vec3.js';
import type { Scattering } from '../../src/material/scattering.js';
import type { Scene } from '../../src/scene/scene.js';
import { column, station, testScanner } from '../support/scan.js';
import { meshOf, rectangle, sceneOf } from '../support/scenes.js';
import type { Stage } from './row.js';

const DEGREE = Math.PI / 180;
const RADIUS = 10;
const SIZE = 0.1;
/** Facets about the scanner, a pulse on each. */
const FACETS = 360;

/** A facet: its material, and the angle of incidence in degrees. */
export interface Facet {
  material: number;
  angle: number;
}

/** Facets on a circle about the origin, one each degree, each turned about the vertical by its angle of incidence. */
export function facetScene(facets: readonly Facet[], scatterings: Scattering[]): Scene {
  if (facets.length > FACETS) throw new Error(`${facets.length} facets, at most ${FACETS}`);
  const triangles = facets.flatMap(({ angle }, k) => facetAt(k * DEGREE, angle * DEGREE));
  const mesh = meshOf(
    triangles,
    facets.flatMap((_, k) => [k, k]),
  );
  const groups = mesh.groups.map((group, k) => ({ ...group, material: facets[k].material }));
  return sceneOf([{ ...mesh, groups }], { scatterings });
}

function facetAt(azimuth: number, angle: number): number[] {
  const turned = azimuth + angle;
  const u: Vec3 = [SIZE * Math.cos(turned), -SIZE * Math.sin(turned), 0];
  const middle: Vec3 = [RADIUS * Math.sin(azimuth), RADIUS * Math.cos(azimuth), 0];
  return rectangle([middle[0] - u[0] / 2, middle[1] - u[1] / 2, -SIZE / 2], u, [0, 0, SIZE]);
}

/** π f_r cos θ of each facet, from the energy of a pulse on its middle; NaN if nothing came back. */
export async function reflectedByFacets(stage: Stage, count: number, wavelengthNm: number): Promise<number[]> {
  const scanner = testScanner({ wavelengthNm });
  const footprint = { pattern: 'rings', subrays: 1, weights: 'uniform' } as const;
  const result = await stage.scan([station([0, 0, 0], { sectorDeg: FACETS })], { scanner, footprint });
  const reflected = new Array<number>(count).fill(Number.NaN);
  const [ranges, instances] = [column(result, 'range'), column(result, 'instance')];
  column(result, 'energy').forEach((energy, k) => {
    reflected[instances[k] - 1] = energy * ranges[k] ** 2;
  });
  return reflected;
}
