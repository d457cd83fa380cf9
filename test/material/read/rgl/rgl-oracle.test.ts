import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../../../src/base/vec3.js';
import { backscatterTable } from '../../../../src/material/read/rgl/rgl-backscatter.js';
import { parseRglBsdf } from '../../../../src/material/read/rgl/rgl-bsdf.js';
import { REFERENCE_DATA, type ReferenceData, readReference } from '../../../support/reference-data.js';

/** Of f_r cos θ against the evaluator of the format's authors, which computes in 4-byte floats. */
const TOLERANCE = 1e-4;

interface Row {
  kind: string;
  thetaIn: number;
  phiIn: number;
  thetaOut: number;
  phiOut: number;
  wavelength: number;
  authors: number;
  analytic: number;
}

function rowsOf(data: ReferenceData, file: string): Row[] {
  return readReference(data, 'bsdf_oracle.csv')
    .toString()
    .split(/\r?\n/)
    .map((line) => line.split(','))
    .filter(([name]) => name === file)
    .map(([, kind, ...numbers]) => {
      const [thetaIn, phiIn, thetaOut, phiOut, wavelength, authors, , , analytic] = numbers.map(Number);
      return { kind, thetaIn, phiIn, thetaOut, phiOut, wavelength, authors, analytic };
    });
}

const DEG = Math.PI / 180;
const direction = (theta: number, phi: number): Vec3 => [
  Math.sin(theta * DEG) * Math.cos(phi * DEG),
  Math.sin(theta * DEG) * Math.sin(phi * DEG),
  Math.cos(theta * DEG),
];

interface File {
  file: string;
  /** Largest departure from the closed form in backscatter up to 60°: the files' grids are coarse. */
  band: number;
  /** Azimuths of the table. */
  phiCount: number;
  /** Rows of the oracle by their kind; of backscatter also those on the grid of the table, at least. */
  back: number;
  bistatic: number;
  mirror: number;
  onGrid: number;
}

const ALL = { back: 462, bistatic: 180, mirror: 12, onGrid: 41 };
const FILES: File[] = [
  { file: 'synthetic_lambert_spec.bsdf', band: 0.0155, phiCount: 1, ...ALL },
  { file: 'synthetic_ggx03_metal_spec.bsdf', band: 0.027, phiCount: 1, ...ALL },
  { file: 'synthetic_ggx015_coat_spec.bsdf', band: 0.15, phiCount: 1, ...ALL },
  { file: 'synthetic_aniso_ggx_spec.bsdf', band: 0.29, phiCount: 16, ...ALL },
];
/** Files that have kept a pair of angles of incidence each, and of wavelengths. */
const EXTRACTS: File[] = [
  { ...FILES[1], back: 27, bistatic: 13, mirror: 1, onGrid: 3 },
  { ...FILES[3], back: 18, bistatic: 4, mirror: 2, onGrid: 18 },
];

describe.each(REFERENCE_DATA)('RGL files against their authors ($name)', (data) => {
  describe.each(data.isWhole ? FILES : EXTRACTS)('$file', ({ file, band, phiCount, onGrid: gridCount, ...counts }) => {
    const bsdf = parseRglBsdf(readReference(data, `bsdf_synthetic/${file}`), file);
    const rows = rowsOf(data, file);
    const evaluate = (row: Row) =>
      bsdf.evaluate(direction(row.thetaIn, row.phiIn), direction(row.thetaOut, row.phiOut), row.wavelength);

    it.each(['back', 'bistatic', 'mirror'] as const)('meets the oracle: %s', (kind) => {
      const ofKind = rows.filter((row) => row.kind === kind);
      expect(ofKind).toHaveLength(counts[kind]);
      let worst = 0;
      for (const row of ofKind) {
        const found = evaluate(row) * Math.cos(row.thetaOut * DEG);
        worst = Math.max(worst, Math.abs(found / row.authors - 1));
      }
      expect(worst).toBeLessThan(TOLERANCE);
    });

    it('is near the closed form that the file was made from', () => {
      const near = rows.filter(({ kind, thetaIn }) => kind === 'back' && thetaIn <= 60);
      for (const row of near) expect(Math.abs(evaluate(row) / row.analytic - 1)).toBeLessThan(band);
    });

    it('meets the oracle on the grid of the table, too', () => {
      const table = backscatterTable(bsdf, { thetaCount: 91, phiCount: 16 }, file);
      expect(table).toMatchObject({ phiCount, thetaCount: 91 });
      const { wavelengthsNm, values } = table;
      const step = 360 / phiCount;
      const onGrid = rows.filter(
        ({ kind, thetaIn, phiIn }) => kind === 'back' && thetaIn > 0 && Number.isInteger(thetaIn) && phiIn % step === 0,
      );
      expect(onGrid.length).toBeGreaterThanOrEqual(gridCount);
      for (const row of onGrid) {
        const upper = wavelengthsNm.findIndex((wave) => wave > row.wavelength);
        const share = (row.wavelength - wavelengthsNm[upper - 1]) / (wavelengthsNm[upper] - wavelengthsNm[upper - 1]);
        const at = (wave: number) => values[(wave * phiCount + row.phiIn / step) * 91 + row.thetaIn];
        const found = (1 - share) * at(upper - 1) + share * at(upper);
        expect(Math.abs((found * Math.cos(row.thetaIn * DEG)) / row.authors - 1)).toBeLessThan(TOLERANCE);
      }
    });
  });
});
