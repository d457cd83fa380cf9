import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roundBeam } from '../../src/scanner/resolve-divergence.js';
import { column, type OpenScene, openCpuWithoutThreads, openScene, station, testScanner } from '../support/scan.js';
import { lambert, meshOf, rectangle, sceneOf } from '../support/scenes.js';
import { deviation, mean } from '../support/statistics.js';

// A board of squares much smaller than the footprint: docs/survey.md, "footprint".

const RANGE = 1000;
/** Half width of the beam and of the board, in squares of a metre. */
const [HALF_WIDTH, HALF_BOARD] = [12.5, 40];
const REFLECTANCES = [0.2, 0.8];
const PULSES = 300;

function board() {
  const cells = [...Array(2 * HALF_BOARD).keys()].map((k) => k - HALF_BOARD);
  const squaresOf = (colour: number) =>
    cells.flatMap((x) =>
      cells
        .filter((z) => ((x + z) & 1) === colour)
        .flatMap((z) => rectangle([x + 0.3, RANGE, z + 0.1], [1, 0, 0], [0, 0, 1])),
    );
  const meshes = REFLECTANCES.map((_, colour) => {
    const mesh = meshOf(squaresOf(colour));
    return { ...mesh, groups: mesh.groups.map((group) => ({ ...group, material: colour })) };
  });
  return sceneOf(meshes, { scatterings: REFLECTANCES.map(lambert) });
}

describe('energies of a board of squares of 0.2 and 0.8, a twelfth of the half width of the beam', () => {
  let stage: OpenScene;
  beforeAll(async () => {
    stage = await openScene(board(), openCpuWithoutThreads);
  });
  afterAll(() => stage.close());

  it.each([
    [19, 0.112],
    [93, 0.051],
    [410, 0.0234],
  ])('with %i subrays scatter by %f about the right mean', async (subrays, expected) => {
    const scanner = testScanner({ divergence: roundBeam(HALF_WIDTH / RANGE) });
    const legs = Array.from({ length: PULSES }, () => station([0, 0, 0]));
    const result = await stage.scan(legs, { scanner, footprint: { pattern: 'rings', subrays, weights: 'gaussian' } });
    const energies = column(result, 'energy').map((energy) => (energy * RANGE ** 2) / mean(REFLECTANCES));
    expect(energies).toHaveLength(PULSES);
    // Four standard deviations of each.
    expect(Math.abs(deviation(energies) / expected - 1)).toBeLessThan(4 / Math.sqrt(2 * PULSES));
    expect(Math.abs(mean(energies) - 1)).toBeLessThan((4 * expected) / Math.sqrt(PULSES));
    // Draws that are independent of each other scatter more.
    const independent = (REFLECTANCES[1] - REFLECTANCES[0]) / (REFLECTANCES[1] + REFLECTANCES[0]) / Math.sqrt(subrays);
    expect(deviation(energies)).toBeLessThan(independent);
  });
});
