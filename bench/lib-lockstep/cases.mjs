// Surveys of the model: those of `subray bench engines`, and others that are harder for bundles.
import { benchScan } from '../../dist/bench/bench-cases.js';

const DEGREE = Math.PI / 180;
/** Half the angle at which the light falls to 1/e², rad: a full width of 3 mrad. */
const WIDE = { horizontal: 1.5e-3, vertical: 1.5e-3 };

const withScanner = (scan, change) => ({ ...scan, scanner: { ...scan.scanner, ...change(scan.scanner) } });

/** Scans of a scene by name. */
export const CASES = {
  terrestrial: (scene) => benchScan('terrestrial', scene),
  airborne: (scene) => benchScan('airborne', scene),
  grazing: (scene) =>
    withScanner(benchScan('terrestrial', scene), ({ deflector }) => ({
      deflector: { ...deflector, elevationMin: -8 * DEGREE, elevationMax: -1 * DEGREE },
    })),
  terrestrialWide: (scene) => withScanner(benchScan('terrestrial', scene), () => ({ divergence: WIDE })),
  airborneWide: (scene) => withScanner(benchScan('airborne', scene), () => ({ divergence: WIDE })),
};
