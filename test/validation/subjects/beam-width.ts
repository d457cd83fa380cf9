import { azimuthsOf, echoWidth, FINE, FOOTPRINT_SCENE, PULSE, THETA } from '../../support/footprints.js';
import { column } from '../../support/scan.js';
import { deviation } from '../../support/statistics.js';
import { disc, rings, turn, VZ_400 } from '../beams.js';
import { farthest, once, type Stage, type Subject } from '../row.js';

const DEGREE = Math.PI / 180;

// ---- G6 -------------------------------------------------------------------------------------------------------------

const slopeRows = ([60, 75] as const).map((angle) => {
  const expected = 1e9 * echoWidth(PULSE, 0.5 * 1000 * THETA * Math.tan(angle * DEGREE));
  return {
    test: `g6-slope-${angle}-spread`,
    quantity: `G6: FWHM from the spread of 19 subrays on a slope of ${angle}° at 1 km, w 0.25 m, 5 ns, the pulse that is farthest off`,
    unit: 'ns',
    source: '√(τ² + (2.355 · (2/c) · ½ w tan θ)²)',
    expected,
    tolerance: 0.005 * expected,
    basis: '0.5 %',
    decimals: 3,
    measure: async (stage: Stage) => {
      const result = await turn(stage, `slope ${angle}`, { footprint: rings(19), sectorDeg: 60 });
      return farthest(
        column(result, 'echoWidth').map((width) => width * 1e9),
        expected,
      );
    },
  };
});

// ---- elliptical beams -----------------------------------------------------------------------------------------------

const ellipse = once(async (stage) => {
  const result = await turn(stage, 'wall 100', {
    divergence: { horizontal: 1.5e-3, vertical: 0.05e-3 },
    footprint: disc(1),
    stepDeg: FINE,
  });
  // Azimuths count from half a step before the first pulse.
  const aside = azimuthsOf(result, 'wall 100').map((azimuth, k) => {
    const off = azimuth - ((k * FINE) % 360) - FINE / 2;
    return (((off + 540) % 360) - 180) * DEGREE * 100;
  });
  return { x: 1000 * deviation(aside), z: 1000 * deviation(column(result, 'z')) };
});

const ellipseRows = (
  [
    ['x', 'level', 75],
    ['z', 'upright', 2.5],
  ] as const
).map(([axis, way, expected]) => ({
  test: `ellipse-${way}`,
  quantity: `standard deviation of subrays of a beam of 3.0 × 0.1 mrad (full) at 100 m, ${way}`,
  unit: 'mm',
  source: '½ θ R',
  expected,
  tolerance: (4 * expected) / Math.sqrt((2 * 360) / FINE),
  basis: '4 σ of 3600 pulses',
  decimals: axis === 'x' ? 1 : 2,
  slow: ['GPU'] as const,
  measure: async (stage: Stage) => (await ellipse(stage))[axis],
}));

// ---- G22 ------------------------------------------------------------------------------------------------------------

const EXIT_RANGES = [
  [10, 3.913],
  [50, 9.424],
  [100, 17.847],
] as const;
/** A pulse that is short beside the slope's own spread. */
const SHORT = 1e-11;

const exitRows = EXIT_RANGES.flatMap(([range, width]) => {
  const slow = range === 100 ? [] : (['GPU'] as const);
  const spread = 1e12 * echoWidth(SHORT, 0.5 * width * 1e-3 * Math.tan(75 * DEGREE));
  return [
    {
      test: `g22-width-${range}`,
      quantity: `G22: w of the VZ-400 at ${range} m, from the heights of drawn subrays`,
      unit: 'mm',
      source: '√(w₀² + (θR)²)',
      expected: width,
      tolerance: (4 * width) / Math.sqrt((2 * 360) / FINE),
      basis: '4 σ of 3600 pulses',
      decimals: 2,
      slow,
      measure: async (stage: Stage) => {
        const result = await turn(stage, `wall ${range}`, { ...VZ_400, footprint: disc(1), stepDeg: FINE });
        return 2000 * deviation(column(result, 'z'));
      },
    },
    {
      test: `g22-slope-${range}`,
      quantity: `G22: FWHM of a pulse of 10 ps on a slope of 75° at ${range} m, VZ-400, 19 subrays, the pulse that is farthest off`,
      unit: 'ps',
      source: 'as G6, w by G22',
      expected: spread,
      tolerance: 0.005 * spread,
      basis: '0.5 %',
      decimals: 1,
      slow,
      measure: async (stage: Stage) => {
        const result = await turn(stage, `slope ${range}`, {
          ...VZ_400,
          footprint: rings(19),
          duration: SHORT,
          sectorDeg: 60,
        });
        return farthest(
          column(result, 'echoWidth').map((seconds) => seconds * 1e12),
          spread,
        );
      },
    },
  ];
});

export const BEAM_WIDTH: Subject = {
  title: 'Width of the beam',
  about:
    'Spread of the subrays of Gaussian beams (0.25 mrad half angle unless stated): on walls, and in the echoes of slopes.',
  traced: [{ scene: () => FOOTPRINT_SCENE, rows: [...slopeRows, ...ellipseRows, ...exitRows] }],
};
