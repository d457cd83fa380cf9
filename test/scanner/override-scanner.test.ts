import { describe, expect, it } from 'vitest';
import { checkDocument } from '../../src/base/yaml/check-document.js';
import { parseYaml } from '../../src/base/yaml/yaml-document.js';
import { overrideScanner } from '../../src/scanner/override-scanner.js';
import { inlineScannerSchema, scannerOverrideSchema } from '../../src/scanner/scanner-schema.js';
import { scannerOf } from './describe-scanner.js';

const read = (deflector: Record<string, unknown>) =>
  checkDocument(inlineScannerSchema, parseYaml(JSON.stringify(scannerOf(deflector)), 'scanner.yaml'));

function overridden(deflector: Record<string, unknown>, override: Record<string, unknown>) {
  const faults: string[] = [];
  const checked = checkDocument(
    scannerOverrideSchema,
    parseYaml(JSON.stringify({ id: 'x', ...override }), 'survey.yaml'),
  );
  const definition = overrideScanner(read(deflector), checked, ({ path, expected }) =>
    faults.push(`${path.join('.')}: ${expected}`),
  );
  return { definition, faults };
}

const POLYGON = {
  kind: 'polygon',
  pulseRate: 1e5,
  elevationMin: -30,
  elevationMax: 30,
  verticalStep: 0.1,
  lineRateMax: 100,
};
const CONIC = { kind: 'conic', pulseRate: 1e5, rotationRate: 10, halfAngleAcross: 20, halfAngleAlong: 14 };

describe('a survey’s numbers for a scanner of the catalogue', () => {
  it('replace those of its kind', () => {
    const { definition, faults } = overridden(POLYGON, { pulseRate: 2e5, elevationMax: 20, pulse: { energy: 1e-5 } });
    expect(faults).toEqual([]);
    expect(definition.deflector).toMatchObject({
      pulseRate: 2e5,
      elevationMin: -30,
      elevationMax: 20,
      verticalStep: 0.1,
    });
    expect(definition.pulse).toEqual({ energy: 1e-5 });
  });

  it('win over another way to state the same', () => {
    const { deflector } = overridden(POLYGON, { lineRate: 50 }).definition;
    expect(deflector).toMatchObject({ lineRate: 50, lineRateMax: 100 });
    expect(deflector).not.toHaveProperty('verticalStep');
    const cone = overridden(CONIC, { halfAngle: 10 }).definition.deflector;
    expect(cone).toMatchObject({ halfAngle: 10 });
    expect(cone).not.toHaveProperty('halfAngleAcross');
    expect(cone).not.toHaveProperty('halfAngleAlong');
  });

  it('say how the emitter sits and the head turns', () => {
    const { definition } = overridden(CONIC, { emitter: { pitch: -90 }, head: { rate: 10 } });
    expect(definition.emitter).toEqual({ position: [0, 0, 0], pitch: -90 });
    expect(definition.head).toEqual({ axis: [0, 0, 1], rate: 10 });
  });

  it('are refused where the kind has no such key', () => {
    expect(overridden(CONIC, { scanRate: 10, verticalStep: 1 }).faults).toEqual([
      'deflector.scanRate: no such key: inline is a conic scanner (pulseRate, rotationRate, halfAngle, halfAngleAcross, halfAngleAlong)',
      'deflector.verticalStep: no such key: inline is a conic scanner (pulseRate, rotationRate, halfAngle, halfAngleAcross, halfAngleAlong)',
    ]);
  });
});
