import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { transformPoint } from '../../../src/base/affine.js';
import type { Vec3 } from '../../../src/base/vec3.js';
import { joinBatches } from '../../../src/cloud/point-batch.js';
import { simulate } from '../../../src/node-scans.js';
import { loadScene, loadSurvey } from '../../../src/node-surveys.js';
import { findPlatform, platformIds } from '../../../src/platform/platform-catalogue.js';
import type { BodyShape } from '../../../src/platform/platform-schema.js';
import { MATERIAL_NAMES } from '../../../src/procedural/palette.js';
import { sceneAt } from '../../../src/scene/motion/scene-at.js';
import { outliers } from '../../support/outliers.js';
import { checkClose } from '../../support/quick-checks.js';
import { loadFailure, surveyText, writeSurvey } from '../survey-file.js';

const WITH_BODY = platformIds().filter((id) => findPlatform(id)?.body !== undefined);

const textWith = (parts: string, more: Record<string, string> = {}) =>
  surveyText({ scene: `scene: { parts: [ { generate: { kind: room, triangles: 20000 } }, ${parts} ] }`, ...more });

const surveyWith = async (parts: string, more: Record<string, string> = {}) => {
  const file = await writeSurvey(textWith(parts, more));
  return loadSurvey(file, { outputFolder: dirname(file) });
};

const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0);

/** Metres from a place to a shape, at least. */
function distanceTo(shape: BodyShape, place: Vec3): number {
  const [a, b] = 'bar' in shape ? shape.bar : shape.box;
  const axes = [0, 1, 2] as const;
  if ('box' in shape) return Math.hypot(...axes.map((k) => Math.max(a[k] - place[k], 0, place[k] - b[k])));
  const along = axes.map((k) => b[k] - a[k]);
  const share = sum(axes.map((k) => along[k] * (place[k] - a[k]))) / sum(along.map((x) => x * x));
  const nearest = axes.map((k) => a[k] + Math.min(1, Math.max(0, share)) * along[k] - place[k]);
  return Math.hypot(...nearest) - shape.radius;
}

describe('the body of a platform', () => {
  it('is known of what drives, stands, walks or hovers', () => {
    const cars = ['vehicle-roof', 'vmq-1ha', 'vmx-450-left', 'vmx-450-right'];
    expect(WITH_BODY).toEqual(['backpack', 'quadcopter', 'robot', 'tractor', 'tripod', 'tripod-down', ...cars]);
  });

  it.each(WITH_BODY)('is of known materials, and leaves the scanner outside: %s', (id) => {
    const { mount, body = [] } = findPlatform(id) ?? {};
    const place = mount?.position ?? [0, 0, 0];
    for (const shape of body) {
      expect(MATERIAL_NAMES as readonly string[]).toContain(shape.material);
      expect(distanceTo(shape, place)).toBeGreaterThan(0.049);
    }
  });

  it('is where the platform is in each leg, and is called as it', async () => {
    const legs =
      'legs: [ { position: [1, 2, 0], duration: 0.1 }, { position: [-1, 0, 0], heading: 90, duration: 0.1 } ]';
    const scene = await loadScene((await surveyWith('{ carrier: tripod }', { legs })).scene);
    expect(scene.names.instances).toContain('tripod');
    const foot = (time: number) => {
      const { instances } = sceneAt(scene, time);
      return transformPoint(instances[instances.length - 1].transform, [0, 0.55, 0]).map(
        (x) => Math.round(x * 1e6) / 1e6,
      );
    };
    expect([foot(0.05), foot(0.15)]).toEqual([
      [1, 2.55, 0],
      [-0.45, 0, 0],
    ]);
  });

  it('is seen by its scanner, which sees all else as without it', async () => {
    const more = {
      platform: 'platform: tripod',
      mount: 'mount: { pitch: -60 }',
      legs: 'legs: [ { position: [0, 0, 0], duration: 0.1 } ]',
      detector: 'detector: { rangeNoise: 0, rangeMin: 0.1 }',
      footprint: 'footprint: { subrays: 1 }',
    };
    const pointsWith = async (part: string) => {
      const batches = [];
      for await (const batch of simulate(await surveyWith(part, more), { engine: 'cpu', threads: 1 }))
        batches.push(batch);
      return joinBatches(batches);
    };
    const [seen, without] = [
      await pointsWith('{ carrier: tripod, instance: 4000 }'),
      await pointsWith('{ generate: { kind: terrain, triangles: 1000 }, transform: { translate: [0, 0, -50] } }'),
    ];
    const onLegs = Array.from({ length: seen.count }, (_, i) => i).filter((i) => seen.instance[i] === 4000);
    expect(onLegs.length).toBeGreaterThan(100);
    expect(outliers(onLegs, (i) => seen.range[i] < 1.7)).toEqual([]);
    const ranges = new Map(Array.from(without.gpsTime, (time, i) => [time, without.range[i]]));
    for (let i = 0; i < seen.count; i++)
      if (seen.instance[i] !== 4000) checkClose(seen.range[i], ranges.get(seen.gpsTime[i]) ?? 0, 0.5e-4, i);
  });

  it.each([
    ['{ carrier: aircraft }', 'found "aircraft", expected a platform of the catalogue that has a body: backpack, quad'],
    [
      '{ carrier: tripd }',
      'found "tripd", expected a platform of the catalogue that has a body; did you mean "tripod"?',
    ],
    ['{ carrier: tripod, motion: { velocity: [1, 0, 0] } }', 'motion'],
  ])('is refused as %s', async (part, message) => {
    expect(await loadFailure(textWith(part))).toContain(message);
  });
});
