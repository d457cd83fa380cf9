import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadScene, loadSurvey } from '../../../src/node-surveys.js';
import { planStations } from '../../../src/planning/stations/plan-stations.js';
import { surfaceTargets } from '../../../src/planning/stations/surface-targets.js';
import { nodeMachine } from '../../../src/simulation/node-machine.js';
import { isLong } from '../../support/long-run.js';
import { sceneFolder } from '../plain-scenes.js';

const HOUSE = new URL('../../../../shared/scenes/vianney_house_2/scene.gltf', import.meta.url).pathname;
/** The file is in decimetres, z up: 12.1 m by 15 m, walls and a winding stair, no roof. */
const SURVEY = `scene: { parts: [ { name: house, file: ${HOUSE}, up: z, unit: 0.1 } ] }
scanner: riegl-vz-400i
legs: [ { position: [-1, -2, 0.1] } ]
output: [ house.las ]
`;
const folder = sceneFolder();

describe.skipIf(!existsSync(HOUSE))('a house by others (skipped: ../shared/scenes is not here)', () => {
  it('has its targets on all its surfaces, or on those of an area', async () => {
    const { scene } = await loadSurvey(folder.write('targets.yaml', SURVEY));
    const house = await loadScene(scene);
    const { min, max } = house.bounds;
    for (const [k, value] of [-6.05, -7.5, 0, 6.05, 7.5, 4.26].entries())
      expect([...min, ...max][k]).toBeCloseTo(value, 2);
    const all = surfaceTargets(house, { min: [-7, -8], max: [7, 8] }, 2000, 1);
    const room = { min: [-6, -7.4], max: [6, 3] } as const;
    const some = surfaceTargets(house, room, 500, 1);
    expect([all.count, some.count]).toEqual([2000, 500]);
    for (let k = 0; k < all.count; k++) {
      const [normal, point] = [all.normals, all.points].map((list) => list.subarray(3 * k, 3 * k + 3));
      expect(Math.hypot(...normal)).toBeCloseTo(1, 6);
      point.forEach((value, axis) => {
        expect(value).toBeGreaterThanOrEqual(min[axis] - 1e-4);
        expect(value).toBeLessThanOrEqual(max[axis] + 1e-4);
      });
    }
    for (let k = 0; k < some.count; k++) {
      expect(Math.abs(some.points[3 * k])).toBeLessThanOrEqual(6);
      expect(some.points[3 * k + 1]).toBeLessThanOrEqual(3);
    }
  });

  it.runIf(isLong)('is planned from its largest room, and from more stations for more of it', async () => {
    const stand = (coverage: number) =>
      planStations(
        { kind: 'tls', scene: folder.write('house.yaml', SURVEY), coverage },
        { machine: nodeMachine, cache: false },
      );
    const plan = await stand(0.8);
    expect(plan.stations).toHaveLength(1);
    const [x, y, z] = plan.stations[0].position;
    // The room south of the walls; its floor is 9 cm above the ground.
    expect(Math.abs(x)).toBeLessThan(5.5);
    expect(y).toBeGreaterThan(-7);
    expect(y).toBeLessThan(3);
    expect(z).toBeCloseTo(0.09, 1);
    expect(plan.notes.join()).toMatch(/\d+ free places that walls keep apart/);
    const more = await stand(0.97);
    expect(more.coverage).toBeGreaterThanOrEqual(0.97);
    expect(more.stations.length).toBeGreaterThan(1);
    // The first is the same; all stay in the room, since the walls' ends keep the others apart.
    expect(more.stations[0].position).toEqual(plan.stations[0].position);
    for (const { position } of more.stations) expect(position[1]).toBeLessThan(3.2);
    const gains = more.stations.map(({ gain }) => gain);
    expect(gains).toEqual(gains.toSorted((a, b) => b - a));
    expect(gains.reduce((sum, gain) => sum + gain, 0)).toBeCloseTo(more.coverage, 9);
  });
});
