import { describe, expect, it } from 'vitest';
import type { Brdf } from '../../src/material/brdf.js';
import { directionAt } from './directions.js';
import { outliers } from './outliers.js';
import { random } from './scenes.js';

const SEED = 20;
const DEGREE = Math.PI / 180;

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

/** Registers tests of the laws of physics that a formula must obey, and of its statements about itself. */
export function describeLaws(name: string, brdf: Brdf): void {
  describe(name, () => {
    const next = random(SEED);
    const angles = () => [Math.acos(next()), 2 * Math.PI * next()] as const;
    const says = `${name}, seed ${SEED}`;

    it('sends back by both of its forms the same', () => {
      const values = times(200, () => {
        const [theta, phi] = angles();
        const w = directionAt(theta, phi);
        return { theta, phi, bistatic: brdf.bistatic(w, w), closed: brdf.backscatter(theta, phi) };
      });
      const differing = outliers(values, ({ bistatic, closed }) => Math.abs(bistatic - closed) <= 1e-6 * closed);
      expect(differing, says).toEqual([]);
    });

    it('is the same both ways (Helmholtz)', () => {
      const values = times(200, () => {
        const [a, b] = [directionAt(...angles()), directionAt(...angles())];
        return { a, b, there: brdf.bistatic(a, b), back: brdf.bistatic(b, a) };
      });
      const oneWay = outliers(values, ({ there, back }) => Math.abs(back - there) <= 1e-9 * there && there >= 0);
      expect(oneWay, says).toEqual([]);
    });

    it('sends out no more than arrives', () => {
      for (const theta of [0, 30, 60, 75, 85])
        expect(albedo(brdf, theta * DEGREE, 0.7), `${name} at ${theta}°`).toBeLessThan(1 + QUADRATURE_ERROR);
    });

    it('depends on the azimuth as it says', () => {
      const values = times(50, () => {
        const [theta, phi] = angles();
        const turned = brdf.isotropic ? next() : phi + Math.PI;
        return { theta, phi, turned, one: brdf.backscatter(theta, phi), other: brdf.backscatter(theta, turned) };
      });
      expect(
        outliers(values, ({ one, other }) => Math.abs(other - one) <= 1e-9 * one),
        says,
      ).toEqual([]);
    });

    it('scatters nothing from below the horizon', () => {
      expect(brdf.bistatic(directionAt(0.4, 0), directionAt(1.6, 1))).toBe(0);
      expect(brdf.bistatic([1, 0, 0], directionAt(0.4, 1))).toBe(0);
    });

    it('is finite at grazing incidence, times the cosine where it says that it is unbounded', () => {
      const value = brdf.backscatter(Math.PI / 2, 0.3) * (brdf.unbounded ? Math.cos(Math.PI / 2) : 1);
      const near = brdf.backscatter(1.5707, 0.3) * (brdf.unbounded ? Math.cos(1.5707) : 1);
      expect(value).toBeGreaterThanOrEqual(0);
      expect(Math.abs(value - near), `${value} beside ${near}`).toBeLessThan(0.01 + 0.02 * near);
    });
  });
}

const QUADRATURE_ERROR = 2e-3;

/**
 * ∫ f_r cos θ_o dω_o: midpoints over half vectors h, on which lobes stand still, dω_o = 4 (w·h) dω_h. Half vectors
 * beyond 45° that would send light below the horizon drop out by themselves.
 */
export function albedo(brdf: Brdf, theta: number, phi: number): number {
  const [RINGS, SPOKES] = [100, 100];
  const light = directionAt(theta, phi);
  let sum = 0;
  for (let i = 0; i < RINGS; i++) {
    const angle = ((i + 0.5) * Math.PI) / 2 / RINGS;
    for (let j = 0; j < SPOKES; j++) {
      const h = directionAt(angle, (2 * Math.PI * (j + 0.5)) / SPOKES);
      const along = light[0] * h[0] + light[1] * h[1] + light[2] * h[2];
      if (along <= 0) continue;
      const eye = [2 * along * h[0] - light[0], 2 * along * h[1] - light[1], 2 * along * h[2] - light[2]] as const;
      if (eye[2] > 0) sum += brdf.bistatic(light, eye) * eye[2] * 4 * along * Math.sin(angle);
    }
  }
  return (sum * Math.PI * Math.PI) / RINGS / SPOKES;
}
