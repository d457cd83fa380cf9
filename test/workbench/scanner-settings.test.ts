import { describe, expect, it } from 'vitest';
import { listScanners } from '../../src/scanner/list-scanners.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { readSurvey } from '../../src/survey/read-survey.js';
import { listScannerSettings } from '../../src/workbench/operations/list-scanner-settings.js';

const settingsOf = (id: string) => listScannerSettings({} as never, { id }, {} as never);
const surveyWith = (scanner: object) =>
  readSurvey(
    {
      scene: { parts: [{ generate: { kind: 'terrain', triangles: 1000 } }] },
      scanner,
      legs: [{ from: [0, 0, 9], to: [9, 0, 9], speed: 1 }],
    } as never,
    { files: nodeMachine.files },
  );

describe('the settings of a scanner', () => {
  it('are those that surveys may set, with their units, limits and what the catalogue has', async () => {
    const { name, settings, programs } = await settingsOf('riegl-vz-400');
    expect(name).toBe('RIEGL VZ-400');
    const [rate, lowest] = settings;
    expect(rate).toMatchObject({ name: 'pulseRate', unit: 'Hz', above: 0, max: 1e8, usual: 300_000, isWhole: false });
    expect(rate.description).toBe('Pulses a second while the mirror is in its window');
    expect(lowest).toMatchObject({ name: 'elevationMin', unit: 'deg', min: -180, max: 180, usual: -40 });
    expect(settings.find((setting) => setting.name === 'facetShots')).toMatchObject({ isWhole: true, min: 1 });
    expect(programs).toEqual([100_000, 300_000]);
  });

  it('can be set in a survey, each of every scanner, to what it is already', async () => {
    const scanners = listScanners();
    expect(scanners.length).toBeGreaterThan(40);
    for (const { id } of scanners)
      for (const { name, usual } of (await settingsOf(id)).settings)
        if (usual !== undefined) await expect(surveyWith({ id, [name]: usual })).resolves.toBeDefined();
  });

  it('are not there for an unknown scanner', async () => {
    await expect(settingsOf('riegl-vz-4000000')).rejects.toThrow(/riegl-vz-400/);
  });
});
