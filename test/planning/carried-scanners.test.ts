import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadSurvey } from '../../src/node-surveys.js';
import { makePlan } from '../../src/planning/make-plan.js';
import type { DriveRequest, FlightRequest } from '../../src/planning/plan-request.js';
import { surveyText } from '../../src/planning/write-survey.js';
import { findPlatform } from '../../src/platform/platform-catalogue.js';
import { resolveMount } from '../../src/platform/resolve-mount.js';
import { SYSTEMS } from '../../src/platform/systems.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { level, objOf, sceneFolder } from './plain-scenes.js';

const folder = sceneFolder();
const plain = folder.write('plain.obj', objOf([level(-60, -40, 60, 40, 0)]));
const planned = (request: Partial<DriveRequest | FlightRequest>) =>
  makePlan({ kind: 'mls', scene: plain, ...request } as DriveRequest, { machine: nodeMachine, cache: false });

/** The scanners of a plan's survey, as it is read back. */
async function carried(request: Partial<DriveRequest | FlightRequest>) {
  const plan = await planned(request);
  const file = folder.path('planned.yaml');
  writeFileSync(file, surveyText(plan, file, []));
  const { instruments } = await loadSurvey(file, { outputFolder: folder.path('.') });
  return { plan, instruments: instruments.map(({ name, mount, scanner }) => ({ name, mount, id: scanner.id })) };
}

const mountOf = (id: string) => resolveMount(findPlatform(id)?.mount);

describe('several scanners in a plan', () => {
  it('are one for each place of a system, with the mounts of its maker', async () => {
    const { plan, instruments } = await carried({ scanner: 'riegl-vq-450', platform: 'vmx-450' });
    expect(instruments).toEqual([
      { name: 'left', id: 'riegl-vq-450', mount: mountOf('vmx-450-left') },
      { name: 'right', id: 'riegl-vq-450', mount: mountOf('vmx-450-right') },
    ]);
    const one = await planned({ scanner: 'riegl-vq-450', platform: 'vmx-450-left' });
    expect([plan, one].map((each) => 'pulseRateHz' in each && each.pulseRateHz)).toEqual([1_100_000, 550_000]);
    expect(plan.notes).toContain('lines and coverage are those of the first scanner; right goes along');
  });

  it('are in pairs with platforms', async () => {
    const { instruments } = await carried({
      scanner: ['riegl-vq-450', 'velodyne-vlp-16'],
      platform: ['vmx-450-left', 'vehicle-roof'],
    });
    expect(instruments.map(({ id, mount }) => [id, mount])).toEqual([
      ['riegl-vq-450', mountOf('vmx-450-left')],
      ['velodyne-vlp-16', mountOf('vehicle-roof')],
    ]);
  });

  it('are those of a survey, of which the first is planned and the others stay', async () => {
    const mount = 'mount: { position: [0, 0, 1], rotate: [{ axis: x, angle: -90 }, { axis: z, angle: 90 }] }';
    const scene = folder.write(
      'two.yaml',
      `scene: { parts: [{ file: plain.obj }] }
scanners:
  - { name: wide, scanner: riegl-vq-780i, ${mount} }
  - { name: narrow, scanner: { id: riegl-lms-q560, lineRate: 50 }, ${mount} }
`,
    );
    const flight = { kind: 'als', scene, height: 200, fieldOfView: 0.5 } as const;
    const { plan, instruments } = await carried(flight);
    expect(instruments.map(({ name, id }) => [name, id])).toEqual([
      ['wide', 'riegl-vq-780i'],
      ['narrow', 'riegl-lms-q560'],
    ]);
    expect(plan.sections.scanner).toMatchObject({ id: 'riegl-vq-780i', elevationMax: expect.any(Number) });
    // One that the request names takes the place of all of them.
    const { instruments: own } = await carried({ ...flight, scanner: 'riegl-vq-1560i', platform: 'aircraft' });
    expect(own.map(({ id }) => id)).toEqual(['riegl-vq-1560i']);
  });

  it('fit the places of their platforms', async () => {
    await expect(planned({ platform: 'vmx-450' })).rejects.toThrow(/--scanner is missing: "vmx-450" holds 2 scanners/);
    await expect(
      planned({ scanner: ['riegl-vq-450', 'riegl-vq-450', 'riegl-vq-450'], platform: 'vmx-450' }),
    ).rejects.toThrow(/found 3 scanners for 2 places/);
    await expect(planned({ scanner: ['riegl-vq-450', 'riegl-vq-450'], platform: ['car', 'car'] })).rejects.toThrow(
      /--platform: found "car", expected a platform of the catalogue/,
    );
  });

  it('lie on platforms of the catalogue', () => {
    for (const id of Object.values(SYSTEMS).flatMap(({ platforms }) => Object.values(platforms)))
      expect(findPlatform(id)?.id).toBe(id);
  });
});
