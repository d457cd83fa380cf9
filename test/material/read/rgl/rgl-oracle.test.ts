import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../../../src/base/vec3.js';
import { backscatterTable } from '../../../../src/material/read/rgl/rgl-backscatter.js';
import { parseRglBsdf } from '../../../../src/material/read/rgl/rgl-bsdf.js';

const DATA = new URL('../../../../../shared/data/', import.meta.url).pathname;
const ORACLE = `${DATA}bsdf_oracle.csv`;
const IS_HERE = existsSync(ORACLE);

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

function rowsOf(file: string): Row[] {
  return readFileSync(ORACLE, 'utf8')
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

/** File, largest departure from the closed form in backscatter up to 60° (the files' grids are coarse), azimuths of the table. */
const FILES = [
  ['synthetic_lambert_spec.bsdf', 0.0155, 1],
  ['synthetic_ggx03_metal_spec.bsdf', 0.027, 1],
  ['synthetic_ggx015_coat_spec.bsdf', 0.15, 1],
  ['synthetic_aniso_ggx_spec.bsdf', 0.29, 16],
] as const;

describe.skipIf(!IS_HERE)('RGL files against their authors (skipped: ../shared/data is not here)', () => {
  describe.each(FILES)('%s', (file, band, phiCount) => {
    const bsdf = IS_HERE ? parseRglBsdf(readFileSync(`${DATA}bsdf_synthetic/${file}`), file) : undefined!;
    const rows = IS_HERE ? rowsOf(file) : [];
    const evaluate = (row: Row) =>
      bsdf.evaluate(direction(row.thetaIn, row.phiIn), direction(row.thetaOut, row.phiOut), row.wavelength);

    it.each([
      ['back', 462],
      ['bistatic', 180],
      ['mirror', 12],
    ])('meets the oracle: %s', (kind, count) => {
      const ofKind = rows.filter((row) => row.kind === kind);
      expect(ofKind).toHaveLength(count);
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
      expect(onGrid.length).toBeGreaterThan(40);
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
