/** Height from which pulses leave, so that they are vertical within half a degree [m]. */
const ALTITUDE = 2500;
const DEGREE = 180 / Math.PI;

/**
 * Scanner, leg and footprint, in the words of a survey, of `rows` rows and columns of pulses over a square around the
 * origin, `reach` metres to each side, with footprints of this diameter (1/e²) [m]. Each pulse has a return for all
 * that it meets: there is no limit of detection, and no noise.
 */
export const lookingDown = ({ rows, reach, footprint, subrays }) => ({
  scanner: {
    name: 'looking down',
    wavelength: 1064,
    divergence: { mrad: Math.max(1e-3, (1000 * footprint) / ALTITUDE), convention: 'full-1/e2' },
    pulse: { energy: 1e-5, duration: 4 },
    receiver: { diameter: 0.1 },
    detection: { rangeMin: 1, rangeMax: 10_000, maxReturns: 15, rangeNoise: 0, minEnergy: 1e-30 },
    deflector: {
      kind: 'raster',
      pulseRate: rows ** 2,
      rows,
      columns: rows,
      horizontalFieldOfView: fieldOfView(reach),
      verticalFieldOfView: fieldOfView(reach),
    },
  },
  mount: { pitch: -90 },
  legs: [{ position: [0, 0, ALTITUDE], duration: 1 }],
  footprint: { subrays },
  output: ['down.npz'],
});

const fieldOfView = (reach) => 2 * Math.atan(reach / ALTITUDE) * DEGREE;
