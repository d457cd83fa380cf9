import { describe, expect, it } from 'vitest';
import { createWebFiles } from '../../../src/base/files/web-files.js';
import { readPlanSource } from '../../../src/planning/plan-source.js';
import {
  changeDeflector,
  definitionOf,
  type ScannerSection,
  scannerOfPlan,
  stopHead,
} from '../../../src/planning/scanner/choose-scanner.js';

const OBJ = 'o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';

/** The source of a survey with these lines besides its scene. */
const sourceOf = (lines = '') => {
  const survey = `scene: { parts: [ { file: a.obj } ] }\n${lines}`;
  return readPlanSource(createWebFiles({ sources: { 'a.obj': OBJ, 's.yaml': survey } }), 's.yaml');
};

const OWN = `scanner:
  name: own
  wavelength: 905
  detection: { rangeMin: 0.5, rangeMax: 100, maxReturns: 1, rangeNoise: 0.01 }
  head: { rate: 5 }
  deflector: { kind: parallel, pulseRate: 1000, scanRate: 10, fieldOfView: 60 }
`;

describe('the scanner of a plan', () => {
  it('is that asked for, or that of the source', async () => {
    const source = await sourceOf('scanner: velodyne-vlp-16\n');
    expect(scannerOfPlan(source, undefined)).toMatchObject({
      section: 'velodyne-vlp-16',
      scanner: { id: 'velodyne-vlp-16' },
    });
    expect(scannerOfPlan(source, 'riegl-vq-780i').scanner.id).toBe('riegl-vq-780i');
    expect(() => scannerOfPlan(source, 'riegl-vq-780')).toThrow('riegl-vq-780i');
    const none = await sourceOf();
    expect(() => scannerOfPlan(none, undefined)).toThrow('--scanner is missing: the scene names none');
  });

  it('has the detector of the source', async () => {
    const source = await sourceOf('scanner: velodyne-vlp-16\ndetector: { rangeMax: 8 }\n');
    expect(scannerOfPlan(source, undefined).scanner.detection.rangeMax).toBe(8);
  });

  it('is the one of a list of one, and the first of several', async () => {
    const one = await sourceOf(
      'scanners: [ { name: a, scanner: velodyne-vlp-16, mount: { heading: 9 } } ]\nmount: { heading: 1 }\n',
    );
    expect(one).toMatchObject({ scanner: 'velodyne-vlp-16', mount: { heading: 9 } });
    const plain = await sourceOf('scanners: [ { name: a, scanner: velodyne-vlp-16 } ]\nmount: { heading: 1 }\n');
    expect(plain.mount).toEqual({ heading: 1 });
    const two = 'scanners: [ { name: a, scanner: velodyne-vlp-16 }, { name: b, scanner: livox-mid-40 } ]\n';
    expect(await sourceOf(two)).toMatchObject({ scanner: 'velodyne-vlp-16', planned: 0 });
  });
});

describe('changeDeflector', () => {
  it('adds to an id, or to what replaces numbers of one', async () => {
    const source = await sourceOf();
    const changed = (section: ScannerSection) => changeDeflector(source, section, { pulseRate: 500_000 }).section;
    expect(changed('riegl-vq-780i')).toEqual({ id: 'riegl-vq-780i', pulseRate: 500_000 });
    expect(changed({ id: 'riegl-vq-780i', pulseRate: 150_000 })).toEqual({ id: 'riegl-vq-780i', pulseRate: 500_000 });
    expect(changeDeflector(source, 'riegl-vq-780i', {}).section).toBe('riegl-vq-780i');
  });

  it('adds to the deflector of a scanner that the survey describes', async () => {
    const source = await sourceOf(OWN);
    const { section, scanner } = changeDeflector(source, source.scanner as ScannerSection, { fieldOfView: 20 });
    expect(section).toMatchObject({ name: 'own', deflector: { kind: 'parallel', pulseRate: 1000, fieldOfView: 20 } });
    expect(scanner.deflector).toMatchObject({ kind: 'parallel' });
  });
});

describe('a scanner file', () => {
  const files = () =>
    createWebFiles({
      sources: {
        'scenes/a.obj': OBJ,
        'scenes/s.yaml': 'scene: { parts: [ { file: a.obj } ] }\nscanner: ../mine/b.yaml\n',
        'mine/a.yaml': OWN.replace('scanner:\n', '').replaceAll(/^ {2}/gm, ''),
        'mine/b.yaml': OWN.replace('scanner:\n', '').replaceAll(/^ {2}/gm, '').replace('own', 'other'),
      },
    });

  it('is asked for by its path, and named relative to the survey', async () => {
    const source = await readPlanSource(files(), 'scenes/s.yaml', ['mine/a.yaml']);
    const { section, scanner } = scannerOfPlan(source, 'mine/a.yaml');
    expect(section).toEqual({ file: '../mine/a.yaml' });
    expect(scanner.name).toBe('own');
    expect(stopHead(source, { section, scanner }).section).toMatchObject({ name: 'own', deflector: { scanRate: 10 } });
  });

  it('is that of the source, and its deflector changes', async () => {
    const source = await readPlanSource(files(), 'scenes/s.yaml');
    const { section, scanner } = scannerOfPlan(source, undefined);
    expect([section, scanner.name]).toEqual(['../mine/b.yaml', 'other']);
    const changed = changeDeflector(source, section, { fieldOfView: 20 });
    expect(changed.section).toEqual({ file: '../mine/b.yaml', fieldOfView: 20 });
    expect(definitionOf(source, changed.section).deflector).toMatchObject({ fieldOfView: 20 });
  });
});

describe('definitionOf', () => {
  it('is that of the catalogue, with the numbers that the survey replaces, or that of the survey', async () => {
    const source = await sourceOf(OWN);
    expect(definitionOf(source, 'riegl-vq-780i').id).toBe('riegl-vq-780i');
    const slow = definitionOf(source, { id: 'riegl-vq-780i', pulseRate: 150_000 });
    expect(slow.deflector).toMatchObject({ pulseRate: 150_000 });
    const own = source.scanner as ScannerSection;
    expect(definitionOf(source, own)).toBe(own);
  });
});

describe('stopHead', () => {
  it('leaves out what turns the head', async () => {
    const source = await sourceOf(OWN);
    const chosen = scannerOfPlan(source, undefined);
    expect(chosen.scanner.head).toBeDefined();
    const still = stopHead(source, chosen);
    expect(still.scanner.head).toBeUndefined();
    expect(still.section).not.toHaveProperty('head');
    expect(still.section).toMatchObject({ deflector: { kind: 'parallel', scanRate: 10 } });
  });

  it('leaves a scanner without one as it is', async () => {
    const source = await sourceOf('scanner: riegl-vq-780i\n');
    const chosen = scannerOfPlan(source, undefined);
    expect(stopHead(source, chosen)).toBe(chosen);
    const turning = scannerOfPlan(source, 'riegl-vz-400i');
    const stopped = stopHead(source, turning);
    expect(stopped.section).toHaveProperty('deflector');
    expect(stopHead(source, stopped)).toBe(stopped);
  });
});
