import { describe, expect, it } from 'vitest';
import { loadSurvey } from '../../src/node-surveys.js';
import { airExtinction } from '../../src/scanner/atmosphere.js';
import { keyOf } from '../../src/simulation/instrument-scan.js';
import { instrumentScansOf } from '../../src/simulation/instrument-scans.js';
import { loadFailure, surveyText, writeSurvey } from './survey-file.js';

const DEGREE = Math.PI / 180;
const load = async (sections: Record<string, string>) => loadSurvey(await writeSurvey(surveyText({ ...sections })));

const TWO = {
  scanner: `scanners:
  - { name: front, scanner: velodyne-vlp-16, mount: { heading: 30 }, detector: { rangeMax: 40 } }
  - { scanner: { id: riegl-vz-400, verticalStep: 1, horizontalStep: 1 } }`,
  detector: 'detector: { rangeMax: 60, maxReturns: 1 }',
  platform: 'platform: tripod',
};

describe('several scanners', () => {
  it('have names, mounts, detectors and air of their own', async () => {
    const { instruments } = await load(TWO);
    expect(instruments.map(({ name }) => name)).toEqual(['front', 'riegl-vz-400']);
    expect(instruments[0].mount).toEqual({ position: [0, 0, 1.5], heading: 30 * DEGREE, pitch: 0, roll: 0 });
    expect(instruments[1].mount).toEqual({ position: [0, 0, 1.5], heading: 0, pitch: 0, roll: 0 });
    expect(instruments.map(({ scanner }) => scanner.detection)).toMatchObject([
      { rangeMax: 40, maxReturns: 1 },
      { rangeMax: 60, maxReturns: 1 },
    ]);
    expect(instruments.map(({ extinction }) => extinction)).toEqual(
      instruments.map(({ scanner }) => airExtinction(scanner.wavelengthNm, 23)),
    );
    expect(instruments[0].extinction).not.toBe(instruments[1].extinction);
  });

  it('get numbers if they are of the same kind, except for given names', async () => {
    const entry = '{ scanner: velodyne-vlp-16 }';
    const { instruments } = await load({
      scanner: `scanners: [ ${entry}, ${entry}, { name: velodyne-vlp-16-2, scanner: velodyne-vlp-16 }, ${entry} ]`,
    });
    expect(instruments.map(({ name }) => name)).toEqual([
      'velodyne-vlp-16',
      'velodyne-vlp-16-3',
      'velodyne-vlp-16-2',
      'velodyne-vlp-16-4',
    ]);
  });

  it('are a scan each; point source ids go on where nothing else is asked for, random numbers are their own', async () => {
    const legs =
      'legs: [ { position: [0, 0, 1] }, { position: [0, 0, 1], pointSourceId: 90 }, { position: [0, 0, 1] } ]';
    const scans = instrumentScansOf(await load({ ...TWO, legs }));
    expect(scans.map((scan) => scan.legs.map(({ pointSourceId }) => pointSourceId))).toEqual([
      [1, 90, 3],
      [4, 90, 6],
    ]);
    const keys = scans.flatMap((scan) => scan.legs.map((_, leg) => keyOf(scan, leg).join(' ')));
    expect(new Set(keys).size).toBe(6);
    expect(scans.map(({ instrument }) => instrument)).toEqual([0, 1]);
  });

  it('are the same as one alone if only one is listed', async () => {
    const [alone] = instrumentScansOf(await load({}));
    const [listed] = instrumentScansOf(await load({ scanner: 'scanners: [ { scanner: velodyne-vlp-16 } ]' }));
    expect(listed).toEqual(alone);
    expect(alone.instrument).toBeUndefined();
  });

  it('restrictions go to the scanner that they name', async () => {
    const restrict = 'restrict: [ { scanner: front, channels: [1] }, { azimuth: [10, 20] } ]';
    const scans = instrumentScansOf(await load({ ...TWO, restrict }));
    expect(scans.map(({ restrictions }) => restrictions?.length)).toEqual([2, 1]);
  });
});

describe('bad lists of scanners', () => {
  it.each([
    [
      'both',
      { scanners: 'scanners: [ { scanner: riegl-vz-400 } ]' },
      'scanners: found a list of 1, expected either scanner or scanners, not both',
    ],
    [
      'neither',
      { scanner: '' },
      'scanner: missing, expected the id of a scanner, a map with id and replacements, or a full description',
    ],
    [
      'none',
      { scanner: 'scanners: []' },
      'scanners: found an empty list, expected a list of 1 to 256: scanners on the platform',
    ],
    [
      'unknown id',
      { scanner: 'scanners: [ { scanner: velodyne-vlp16 } ]' },
      'survey.yaml:2:24: scanners[0].scanner: found "velodyne-vlp16", expected a scanner of the catalogue; did you mean "velodyne-vlp-16"',
    ],
    [
      'a name twice',
      { scanner: 'scanners: [ { name: a, scanner: riegl-vz-400 }, { name: a, scanner: riegl-vz-400 } ]' },
      'scanners[1].name: found "a", expected a name that no other scanner has',
    ],
    [
      'a name that is a path',
      { scanner: 'scanners: [ { name: ../a, scanner: riegl-vz-400 } ]' },
      'scanners[0].name: found "../a", expected a name of letters, digits, dots, hyphens and underscores',
    ],
    [
      'an unknown platform',
      { platform: 'platform: tripot' },
      'platform: found "tripot", expected a platform of the catalogue; did you mean "tripod"',
    ],
  ])('%s', async (_, sections, message) => {
    expect(await loadFailure(surveyText(sections))).toContain(message);
  });
});
