import { UserError } from '../../../base/errors.js';
import type { MeasuredTable } from '../../measured-table.js';
import { DIRECTIONS_MAX, measuredFault, TABLE_VALUES_MAX } from '../../measured-table.js';
import type { RglBsdf } from './rgl-bsdf.js';

export interface BackscatterGrid {
  /** Number of angles from the normal, including 0° and 90°; at least 2. */
  thetaCount: number;
  /** Number of azimuths of anisotropic surfaces; even. Isotropic ones have one. */
  phiCount: number;
}

/** Steps of one degree from the normal and five in azimuth. */
export const BACKSCATTER_GRID_DEFAULTS: Readonly<BackscatterGrid> = Object.freeze({ thetaCount: 91, phiCount: 72 });

const QUARTER_TURN = Math.PI / 2;

/**
 * f_r of `bsdf` back towards the light over the whole hemisphere, at all wavelengths of the file. Angles beyond the
 * largest measured one (`bsdf.thetaMax`) have its f_r, since the file's own continuation grows as 1 / cos θ there.
 * Along the normal, where azimuths meet, all have their mean. Throws UserError for a table of more than
 * TABLE_VALUES_MAX values or DIRECTIONS_MAX directions, and if f_r is too large for 4-byte floats.
 */
export function backscatterTable(bsdf: RglBsdf, grid: BackscatterGrid, file: string): MeasuredTable {
  const { wavelengthsNm } = bsdf.fields.bands;
  const { thetaCount } = grid;
  const phiCount = bsdf.isIsotropic ? 1 : grid.phiCount;
  const values = new Float32Array(demandCount(wavelengthsNm.length, phiCount, thetaCount));
  const spectrum = new Float64Array(wavelengthsNm.length);
  for (let phi = 0; phi < phiCount; phi++)
    for (let theta = 0; theta < thetaCount; theta++) {
      const angle = Math.min((QUARTER_TURN * theta) / (thetaCount - 1), bsdf.thetaMax);
      bsdf.backscatter(angle, (2 * Math.PI * phi) / phiCount, spectrum);
      for (let wave = 0; wave < spectrum.length; wave++)
        values[(wave * phiCount + phi) * thetaCount + theta] = spectrum[wave];
    }
  const table = { wavelengthsNm, phiCount, thetaCount, values };
  evenPole(table);
  const fault = measuredFault(table);
  if (fault !== undefined) throw new UserError(`the file's numbers make no f_r: ${fault}`, { place: { file } });
  return table;
}

/** Number of values in the table, checked before it is made. */
function demandCount(waves: number, phiCount: number, thetaCount: number): number {
  const directions = phiCount * thetaCount;
  const count = waves * directions;
  const [what, found, most] =
    count > TABLE_VALUES_MAX
      ? [`${waves} wavelengths x ${phiCount} azimuths x ${thetaCount} angles`, `${count} values`, TABLE_VALUES_MAX]
      : [`${phiCount} azimuths x ${thetaCount} angles`, `${directions} directions`, DIRECTIONS_MAX];
  if (count <= TABLE_VALUES_MAX && directions <= DIRECTIONS_MAX) return count;
  throw new UserError(`${what} are ${found}, expected ${most} at most`, { hint: 'choose fewer azimuths or angles' });
}

/** Sets all azimuths at θ = 0 to their mean, for each wavelength. */
function evenPole({ wavelengthsNm, phiCount, thetaCount, values }: MeasuredTable): void {
  for (let wave = 0; wave < wavelengthsNm.length; wave++) {
    const poleOf = (phi: number) => (wave * phiCount + phi) * thetaCount;
    let sum = 0;
    for (let phi = 0; phi < phiCount; phi++) sum += values[poleOf(phi)];
    for (let phi = 0; phi < phiCount; phi++) values[poleOf(phi)] = sum / phiCount;
  }
}
