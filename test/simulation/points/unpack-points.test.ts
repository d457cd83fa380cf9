import { expect, it } from 'vitest';
import { intensityScale } from '../../../src/cloud/tone-mapping/intensity-scale.js';
import { Point } from '../../../src/device/records.generated.js';
import { linkBudgetOf } from '../../../src/simulation/points/link-budget-of.js';
import { columnsOf, unpackPoints } from '../../../src/simulation/points/unpack-points.js';
import { testScanner } from '../../support/scan.js';

/** Records of points with these energies and ranges, and nothing else. */
function recordsOf(points: readonly { energy: number; range: number }[]) {
  const buffer = new ArrayBuffer(points.length * Point.SIZE);
  const view = new DataView(buffer);
  points.forEach(({ energy, range }, i) => {
    view.setFloat32(i * Point.SIZE + Point.energy, energy, true);
    view.setFloat32(i * Point.SIZE + Point.range, range, true);
  });
  return { floats: new Float32Array(buffer), words: new Uint32Array(buffer), count: points.length, pulseCount: 1 };
}

it('makes intensities of energies and ranges, and keeps the energies', () => {
  // 1 J through 2 m of aperture: of white 1 J / R² comes back.
  const scanner = testScanner({ detection: { minEnergy: 1e-6 } });
  const budget = linkBudgetOf({ scanner, atmosphere: { extinction: 0 } });
  expect(budget).toEqual({ minEnergy: 1e-6, energyFactor: 1, extinction: 0 });
  const labels = columnsOf([{ instance: 1, material: 0, semantic: 0, classification: 2 }]);
  const records = recordsOf([
    { energy: 1e-2, range: 10 },
    { energy: 1e-3, range: 10 },
    { energy: 1e-3, range: 100 },
  ]);
  const intensities = (kind: 'reflectance' | 'amplitude') => {
    const intensity = intensityScale({ kind }, budget);
    const context = { frameOrigin: [0, 0, 0] as [number, number, number], startTime: 0, pointSourceId: 1, labels };
    return unpackPoints(records, { ...context, intensity });
  };
  expect([...intensities('reflectance').intensity]).toEqual([5000, 4000, 6000]);
  expect([...intensities('amplitude').intensity]).toEqual([4000, 3000, 3000]);
  expect([...intensities('amplitude').energy]).toEqual([1e-2, 1e-3, 1e-3].map(Math.fround));
});
