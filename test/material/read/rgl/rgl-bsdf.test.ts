import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../../../src/base/vec3.js';
import { backscatterTable } from '../../../../src/material/read/rgl/rgl-backscatter.js';
import { parseRglBsdf } from '../../../../src/material/read/rgl/rgl-bsdf.js';
import { integrateNormals, warpNormal } from '../../../../src/material/read/rgl/rgl-warp.js';
import { rglFields, rglFile, tensorFile } from '../../../support/tensor-files.js';

const direction = (theta: number, phi: number): Vec3 => [
  Math.sin(theta) * Math.cos(phi),
  Math.sin(theta) * Math.sin(phi),
  Math.cos(theta),
];
const azimuthOf = ([x, y]: Vec3) => Math.atan2(y, x);

/**
 * Reflectance that is linear in the wavelength, as evaluation is between wavelengths: 0.2 at 400 nm, 0.8 at 1000 nm.
 */
const lambert = (_in: Vec3, _out: Vec3, wavelength: number) => (0.2 + 0.001 * (wavelength - 400)) / Math.PI;
/** Facing along x brighter than along y. */
const striped = (incoming: Vec3) => 0.3 + 0.1 * Math.cos(2 * azimuthOf(incoming));
/** Symmetric to half a turn alone. */
const twisted = (incoming: Vec3) =>
  0.3 + 0.1 * Math.cos(2 * azimuthOf(incoming)) + 0.05 * Math.sin(2 * azimuthOf(incoming));

const turn = (from: number, to: number, count: number) =>
  Array.from({ length: count }, (_, k) => Math.PI * (from + ((to - from) * k) / (count - 1)));

/** Angles at which a backscatter measurement lies on nodes of the square: θ = ½π (k / 32)². */
const NODES = [0, 8, 16, 24, 31].map((k) => (Math.PI / 2) * (k / 32) ** 2);

describe('RglBsdf', () => {
  it.each(['even', 'sloped'] as const)('gives f_r of Lambert from any two directions (normals: %s)', (warp) => {
    const bsdf = parseRglBsdf(rglFile({ f: lambert, warp, theta: turn(0, 0.48, 25), size: 65 }), 'm.bsdf');
    for (const theta of [0, 0.1, 0.4, 0.9, 1.2])
      for (const [thetaOut, phiOut] of [
        [0.3, 0],
        [0.2, 2],
        [0.7, 3.1],
        [1, -1.5],
      ])
        for (const wavelength of [400, 550, 700, 1000]) {
          const found = bsdf.evaluate(direction(theta, 1), direction(thetaOut, phiOut), wavelength);
          // Between nodes the file is linear, and its cosine is not.
          expect(Math.abs(found / lambert([0, 0, 1], [0, 0, 1], wavelength) - 1)).toBeLessThan(0.01);
        }
  });

  it('is exact on the nodes of the grids, whatever the file multiplies', () => {
    for (const jacobian of [true, false]) {
      const bsdf = parseRglBsdf(rglFile({ f: lambert, theta: NODES, jacobian }), 'm.bsdf');
      const values = new Float64Array(3);
      for (const theta of NODES) {
        bsdf.backscatter(theta, 0.3, values);
        [0.2, 0.5, 0.8].forEach((rho, k) => {
          expect((values[k] * Math.PI) / rho).toBeCloseTo(1, 5);
        });
      }
    }
  });

  it('is the same whichever way it takes: backscatter, or two equal directions', () => {
    const bsdf = parseRglBsdf(rglFile({ f: striped, phi: turn(-1, 1, 9), size: 9, warp: 'sloped' }), 'm.bsdf');
    const values = new Float64Array(3);
    for (const theta of [0.01, 0.5, 1.1, 1.45])
      for (const phi of [-3.1, -1, 0, 0.7, 2.5]) {
        bsdf.backscatter(theta, phi, values);
        const w = direction(theta, phi);
        expect(bsdf.evaluate(w, w, 700) / values[1]).toBeCloseTo(1, 9);
      }
  });

  it('is nothing below the surface, and never negative', () => {
    const bsdf = parseRglBsdf(rglFile({ f: () => -0.1 }), 'm.bsdf');
    expect(bsdf.evaluate(direction(0.5, 0), direction(0.5, 1), 532)).toBe(0);
    const lit = parseRglBsdf(rglFile({ f: lambert }), 'm.bsdf');
    expect(lit.evaluate([0.6, 0, -0.8], [0, 0, 1], 532)).toBe(0);
    expect(lit.evaluate([0, 0, 1], [0.6, 0, -0.8], 532)).toBe(0);
    expect(lit.evaluate([0, 0, 1], [1, 0, 0], 532)).toBe(0);
  });

  it('reads arrays at any byte', () => {
    const fields = rglFields({ f: lambert, theta: NODES });
    const [aligned, shifted] = [0, 1].map((gap) => parseRglBsdf(tensorFile(fields, gap), 'm.bsdf'));
    const w = direction(0.7, 0);
    expect(shifted.evaluate(w, w, 532)).toBe(aligned.evaluate(w, w, 532));
  });

  it('takes directions of an isotropic surface from any azimuth', () => {
    const bsdf = parseRglBsdf(rglFile({ f: (i, o) => 0.2 + 0.1 * (i[0] * o[0] + i[1] * o[1]) }), 'm.bsdf');
    expect(bsdf.isIsotropic).toBe(true);
    const reference = bsdf.evaluate(direction(0.8, 0), direction(0.5, 1), 532);
    for (const phi of [-3, -1.2, 0.4, 2.9])
      expect(bsdf.evaluate(direction(0.8, phi), direction(0.5, phi + 1), 532) / reference).toBeCloseTo(1, 9);
  });
});

describe('azimuth', () => {
  const sectors = [
    { name: 'a turn', phi: turn(-1, 1, 17), reduction: 1 },
    { name: 'a turn from 0', phi: turn(0, 2, 17), reduction: 1 },
    { name: 'half a turn', phi: turn(-1, 0, 9), reduction: 2 },
    { name: 'the other half', phi: turn(0, 1, 9), reduction: 2 },
    { name: 'a quarter', phi: turn(-1, -0.5, 5), reduction: 4 },
    { name: 'another quarter', phi: turn(0, 0.5, 5), reduction: 4 },
  ];

  it.each(sectors)('$name gives f_r all round', ({ phi, reduction }) => {
    const bsdf = parseRglBsdf(rglFile({ f: striped, phi, theta: NODES }), 'm.bsdf');
    expect(bsdf).toMatchObject({ isIsotropic: false, reduction });
    const values = new Float64Array(3);
    for (let k = -8; k <= 8; k++) {
      const azimuth = (k * Math.PI) / 8;
      bsdf.backscatter(NODES[2], azimuth, values);
      expect(values[0]).toBeCloseTo(0.3 + 0.1 * Math.cos(2 * azimuth), 5);
    }
  });

  it('turns by half a turn, and is not mirrored', () => {
    const bsdf = parseRglBsdf(rglFile({ f: twisted, phi: turn(-1, 0, 9), theta: NODES }), 'm.bsdf');
    const values = new Float64Array(3);
    for (let k = -8; k <= 8; k++) {
      bsdf.backscatter(NODES[2], (k * Math.PI) / 8, values);
      expect(values[0]).toBeCloseTo(twisted(direction(1, (k * Math.PI) / 8)), 5);
    }
  });

  it.each(sectors.slice(1))('$name gives pairs of directions as a turn does', ({ phi }) => {
    const pairs = (i: Vec3, o: Vec3) => 0.3 + 0.1 * Math.cos(2 * azimuthOf(i)) + 0.1 * (i[0] * o[0] - i[1] * o[1]);
    const whole = parseRglBsdf(rglFile({ f: pairs, phi: turn(-1, 1, 17), theta: NODES }), 'm.bsdf');
    const part = parseRglBsdf(rglFile({ f: pairs, phi, theta: NODES }), 'm.bsdf');
    for (const azimuth of [-2.9, -1.8, -0.4, 0.3, 1.4, 2])
      for (const between of [0.5, 2, -1.2]) {
        const [i, o] = [direction(0.6, azimuth), direction(0.4, azimuth + between)];
        expect(part.evaluate(i, o, 532) / whole.evaluate(i, o, 532)).toBeCloseTo(1, 3);
      }
  });
});

describe('backscatterTable', () => {
  it('holds Lambert in every direction and wavelength, beyond the last angle too', () => {
    const bsdf = parseRglBsdf(rglFile({ f: lambert, theta: turn(0, 0.48, 40), warp: 'sloped', size: 65 }), 'm.bsdf');
    const table = backscatterTable(bsdf, { thetaCount: 91, phiCount: 72 }, 'm.bsdf');
    expect(table).toMatchObject({ wavelengthsNm: [400, 700, 1000], phiCount: 1, thetaCount: 91 });
    for (let wave = 0; wave < 3; wave++)
      for (let theta = 0; theta <= 90; theta++) {
        const share = (table.values[wave * 91 + theta] * Math.PI) / [0.2, 0.5, 0.8][wave];
        // Towards the rim the cosine in the file's numbers bends more and more between two nodes.
        expect(Math.abs(share - 1)).toBeLessThan(theta < 80 ? 0.01 : 0.03);
      }
  });

  it('keeps the last angle beyond it', () => {
    const bsdf = parseRglBsdf(rglFile({ f: (i) => 0.1 + 0.1 * i[2], theta: [0, 0.5, 1] }), 'm.bsdf');
    const { values } = backscatterTable(bsdf, { thetaCount: 91, phiCount: 2 }, 'm.bsdf');
    const last = values[90];
    for (let theta = 58; theta <= 90; theta++) expect(values[theta]).toBe(last);
    expect(values[57]).not.toBe(last);
  });

  it('has one value at the pole: the mean over azimuths', () => {
    // At an angle of 0 there would be no azimuth to know.
    const theta = [1e-6, ...NODES.slice(1)];
    const bsdf = parseRglBsdf(rglFile({ f: striped, phi: turn(-1, 1, 17), theta }), 'm.bsdf');
    const { values, phiCount, thetaCount } = backscatterTable(bsdf, { thetaCount: 10, phiCount: 8 }, 'm.bsdf');
    expect(phiCount).toBe(8);
    for (let phi = 0; phi < 8; phi++) expect(values[phi * thetaCount]).toBeCloseTo(0.3, 4);
    // 0.3 + 0.1 cos 2φ at 0°, 45°, 90°.
    [0.4, 0.3, 0.2].forEach((value, phi) => {
      expect(values[phi * thetaCount + 5]).toBeCloseTo(value, 2);
    });
  });

  it('orders the bands of an RGB file by wavelength', () => {
    // The first plane is red, 700 nm to the generator.
    const f = (_i: Vec3, _o: Vec3, plane: number) => plane / 1000;
    const bsdf = parseRglBsdf(rglFile({ f, rgb: true, theta: NODES, wavelengthsNm: [700, 500, 400] }), 'm.bsdf');
    const { wavelengthsNm, values } = backscatterTable(bsdf, { thetaCount: 2, phiCount: 2 }, 'm.bsdf');
    expect(wavelengthsNm).toEqual([464, 549, 611]);
    [0.4, 0.5, 0.7].forEach((value, wave) => {
      expect(values[wave * 2]).toBeCloseTo(value, 5);
    });
  });
});

describe('warpNormal', () => {
  it('is the cumulative share along each axis', () => {
    // Density (0.5 + x)(1.5 − y) at the nodes of 3 rows and 4 columns; its integrals are ½x + ½x² and 1½y − ½y².
    const values = Float32Array.from({ length: 12 }, (_, k) => (0.5 + (k % 4) / 3) * (1.5 - Math.floor(k / 4) / 2));
    const normals = integrateNormals({ rows: 3, columns: 4, values })!;
    for (const x of [0, 0.2, 1 / 3, 0.7, 1])
      for (const y of [0, 0.1, 0.5, 0.8, 1]) {
        const [sx, sy] = warpNormal(normals, [{ index: 0, weight: 1 }], x, y);
        expect(sx).toBeCloseTo(0.5 * x + 0.5 * x * x, 6);
        expect(sy).toBeCloseTo(1.5 * y - 0.5 * y * y, 6);
      }
  });

  it('mixes densities of different sums as shares', () => {
    const values = Float32Array.of(1, 1, 1, 1, 50, 50, 50, 50);
    const normals = integrateNormals({ rows: 2, columns: 2, values })!;
    const slices = [0.25, 0.75].map((weight, index) => ({ index, weight }));
    const [sx, sy] = warpNormal(normals, slices, 0.3, 0.6);
    expect(sx).toBeCloseTo(0.3, 12);
    expect(sy).toBeCloseTo(0.6, 12);
  });

  it('finds a plane without normals', () => {
    const values = Float32Array.of(1, 1, 1, 1, 0, 0, 0, 0);
    expect(integrateNormals({ rows: 2, columns: 2, values })).toBeUndefined();
  });
});
