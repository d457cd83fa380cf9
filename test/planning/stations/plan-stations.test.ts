import { describe, expect, it } from 'vitest';
import type { StationRequest } from '../../../src/planning/plan-request.js';
import { planStations } from '../../../src/planning/stations/plan-stations.js';
import { nodeMachine } from '../../../src/simulation/node-machine.js';
import { isLong } from '../../support/long-run.js';
import { box, level, objOf, sceneFolder, wall } from '../plain-scenes.js';

const folder = sceneFolder();
const square = folder.write('square.obj', objOf([level(-20, -20, 20, 20, 0)]));
// Two halls side by side, closed but for a door of 2 m at the southern end of the wall between them.
const halls = folder.write('halls.obj', objOf([...box(-20, -10, 20, 10, 0, 4), wall(0, -8, 0, 10, 0, 4)]));
// The same without a door.
const shut = folder.write('shut.obj', objOf([...box(-20, -10, 20, 10, 0, 4), wall(5, -10, 5, 10, 0, 4)]));

const stand = (request: Partial<StationRequest>) =>
  planStations(
    { kind: 'tls', scene: halls, scanner: 'velodyne-alpha-prime', ...request },
    { machine: nodeMachine, cache: false },
  );

describe('planStations', () => {
  it('needs one station where everything is in sight', async () => {
    const plan = await stand({ scene: square, incidence: (89.5 * Math.PI) / 180 });
    expect(plan.stations).toHaveLength(1);
    expect(plan.coverage).toBeGreaterThanOrEqual(0.95);
    const [x, y, z] = plan.stations[0].position;
    expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(20);
    expect(z).toBeCloseTo(0, 5);
    const position = [x, y, z].map((value) => Math.round(value * 1000) / 1000 + 0);
    const comment = `sees ${(100 * plan.stations[0].gain).toFixed(1)} % that none before it does`;
    expect(plan.legs).toEqual([{ section: { name: 'station 1', position }, comment }]);
    // 24 places a side, all free; each point of the surface is seen from one of them; ten turns a second.
    expect(plan).toMatchObject({ kind: 'tls', wanted: 0.95, candidates: 576, targets: 3000, unseen: 0, notes: [] });
    const station = { name: 'station 1', gain: plan.coverage, shared: 0, where: 'outside' };
    expect(plan.stations[0]).toMatchObject(station);
    expect([plan.stationTime, plan.scanTime, plan.totalTime]).toEqual([0.1, 0.1, 0.1]);
    expect(plan.area).toEqual({ min: [-20, -20], max: [20, 20] });
    expect(plan.map).toMatchObject({ area: plan.area, tracks: [], stations: [[x, y]] });
    expect(plan.sections.platform).toBe('tripod');
  });

  it.runIf(isLong)('needs one on either side of a wall', async () => {
    const plan = await stand({ coverage: 0.9 });
    expect(plan.stations.length).toBeGreaterThanOrEqual(2);
    const sides = plan.stations.map(({ position: [x] }) => Math.sign(x));
    expect(new Set(sides)).toEqual(new Set([-1, 1]));
    const shares = plan.stations.map(({ gain }) => gain);
    expect(shares).toEqual([...shares].sort((a, b) => b - a));
    expect(shares.reduce((sum, gain) => sum + gain, 0)).toBeCloseTo(plan.coverage, 9);
    expect(plan.coverage).toBeGreaterThanOrEqual(0.9);
  });

  it('keeps away from walls, and out of rooms without a door', async () => {
    const plan = await stand({ scene: shut, clearance: 2 });
    for (const { position } of plan.stations) {
      expect(position[0]).toBeLessThanOrEqual(3);
      expect(position[0]).toBeGreaterThanOrEqual(-18);
      expect(Math.abs(position[1])).toBeLessThanOrEqual(8);
    }
    expect(plan.notes.join()).toMatch(/\d+ free places that walls keep apart/);
  });

  it('stands in a closed room, not on the larger overhang of its roof', async () => {
    const quads = [...box(-3, -3, 3, 3, 0, 3), level(-5, -5, 5, 5, 3.2)];
    const room = folder.write('room.obj', objOf(quads));
    const plan = await stand({ scene: room, scanner: 'riegl-vz-400i', coverage: 0.8 });
    for (const { position, where } of plan.stations)
      expect([position[2], where]).toEqual([expect.closeTo(0, 5), 'inside']);
    expect(plan.notes.join()).toMatch(/\d+ free places that walls keep apart/);
  });

  it('sees no farther than the scanner, and only in its vertical window', async () => {
    const scene = folder.write(
      'near.yaml',
      'scene: { parts: [ { file: square.obj } ] }\nscanner: velodyne-alpha-prime\ndetector: { rangeMax: 8 }\n',
    );
    const near = await stand({ scene, scanner: undefined, stations: 4 });
    // A scanner 1.5 m up that sees 8 m far covers π (8² − 1.5²) m² of the square's 1600, 0.121; 25° below
    // the horizon is 3.2 m away.
    expect(near.stations).toHaveLength(4);
    expect(near.stations[0].gain).toBeLessThan(0.125);
    expect(near.stations[0].gain).toBeGreaterThan(0.08);
    expect(near.notes.join()).toMatch(/4 stations see .* less than the 95 % required/);
  });

  it('lets each share with one before it what registration needs', async () => {
    const plan = await stand({ coverage: 0.9, registration: 0.3 });
    for (const { shared } of plan.stations.slice(1)) expect(shared).toBeGreaterThanOrEqual(0.3);
    await expect(stand({ coverage: 1, registration: 1 })).rejects.toThrow(
      /--registration: found 1: with it \d+ stations? see/,
    );
  });

  it('gives the same stations for the same seed', async () => {
    const [a, b] = [await stand({ scene: shut, seed: 3 }), await stand({ scene: shut, seed: 3 })];
    expect(a.stations).toEqual(b.stations);
  });

  it('says where there is no place, and which scanners do not turn', async () => {
    const low = folder.write('low.obj', objOf(box(-5, -5, 5, 5, 0, 1)));
    await expect(stand({ scene: low })).rejects.toThrow(/no place for a station: no ground/);
    await expect(stand({ clearance: 30 })).rejects.toThrow(/no place for a station 30 m away/);
    await expect(stand({ scanner: 'riegl-vq-780i' })).rejects.toThrow(/does not turn/);
  });
});
