import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { bodyPoseAt } from '../../../src/scene/motion/motion-pose.js';
import type { Scene } from '../../../src/scene/scene.js';
import { headingAt, movingScene, placeAt } from './motion/moving-scene.js';

// ASAM OpenSCENARIO XML 1.2: the reference point of a vehicle is the middle of its rear axle on the ground.

/** An element with attributes and content. */
const tag = (name: string, attributes: string, ...content: string[]) =>
  `<${name} ${attributes}>${content.join('')}</${name}>`;
/** Elements within each other, without attributes. */
const nest = (names: string, content: string) =>
  names.split(' ').reduceRight((inner, name) => `<${name}>${inner}</${name}>`, content);

const box = (x: number, length: number, height = 1.5) =>
  nest(
    'BoundingBox',
    tag('Center', `x="${x}" y="0" z="${height / 2}"`) +
      tag('Dimensions', `width="1.8" length="${length}" height="${height}"`),
  );
const vehicle = (name: string, model = 'sedan') =>
  tag('ScenarioObject', `name="${name}"`, tag('Vehicle', `name="${model}" vehicleCategory="car"`, box(1.4, 4.5)));
const vertex = (time: number | string, position: string) =>
  tag('Vertex', `time="${time}"`, nest('Position', tag('WorldPosition', position)));
const ABSOLUTE = '<Timing domainAbsoluteRelative="absolute" scale="1" offset="0"/>';
const follow = (vertices: string, timing = ABSOLUTE) => {
  const trajectory = tag('Trajectory', 'name="way" closed="false"', nest('Shape Polyline', vertices));
  const mode = '<TrajectoryFollowingMode followingMode="position"/>';
  const parts = nest('TrajectoryRef', trajectory) + nest('TimeReference', timing) + mode;
  return nest('PrivateAction RoutingAction FollowTrajectoryAction', parts);
};
const teleport = (position: string) => nest('PrivateAction TeleportAction Position', position);
const speed = (value: number) =>
  nest('PrivateAction LongitudinalAction SpeedAction SpeedActionTarget', `<AbsoluteTargetSpeed value="${value}"/>`);
const actor = (name: string, actions: string) => tag('Private', `entityRef="${name}"`, actions);
const trigger = (condition: string) =>
  nest('StartTrigger ConditionGroup', tag('Condition', 'name="c" delay="0" conditionEdge="none"', condition));
const atTime = (time: number) =>
  trigger(nest('ByValueCondition', `<SimulationTimeCondition value="${time}" rule="greaterThan"/>`));
const story = (name: string, action: string, start: string) => {
  const event = tag('Event', 'name="e" priority="overwrite"', tag('Action', 'name="x"', action), start);
  const actors = nest('Actors', `<EntityRef entityRef="${name}"/>`);
  const group = tag('ManeuverGroup', 'maximumExecutionCount="1" name="g"', actors, tag('Maneuver', 'name="m"', event));
  return tag('Story', 'name="s"', tag('Act', 'name="a"', group));
};

const scenario = (entities: string, init: string, stories = '') => `<?xml version="1.0" encoding="UTF-8"?>
<OpenSCENARIO>
<FileHeader revMajor="1" revMinor="2" date="2026-01-01T00:00:00" description="" author=""/>
<Entities>${entities}</Entities>
<Storyboard><Init><Actions>${init}</Actions></Init>${stories}<StopTrigger/></Storyboard>
</OpenSCENARIO>`;

const CAR = '{ name: taxi, file: car.obj }';
const sceneOf = (text: string, more = '', types = '{ sedan: taxi }'): Promise<Scene> =>
  movingScene(CAR, { traffic: `{ file: town.xosc, types: ${types}${more} }`, files: { 'town.xosc': text } });

async function faultOf(text: string): Promise<string> {
  try {
    await sceneOf(text);
  } catch (error) {
    if (error instanceof UserError) return error.format().replace(/\/\S*\//g, '');
    throw error;
  }
  return 'no error';
}

const near = (found: readonly number[], expected: readonly number[]) =>
  expect(expected.map((value, k) => Math.abs(found[k] - value) < 1e-6)).toEqual(expected.map(() => true));

const EAST = [vertex(1, 'x="10" y="5" z="0.2" h="0"'), vertex(3, 'x="30" y="5" z="0.2" h="0"')].join('');

describe('an OpenSCENARIO file', () => {
  it('moves the front of a vehicle, which is 3.65 m before its rear axle', async () => {
    const scene = await sceneOf(scenario(vehicle('a'), actor('a', follow(EAST))));
    near(placeAt(scene, 2), [23.65, 5, 0.2]);
    expect(headingAt(scene, 2)).toBeCloseTo(90, 6);
    expect(scene.names.instances).toContain('taxi#a');
  });

  it('lets it stand before and after, at the ends of its way', async () => {
    const scene = await sceneOf(
      scenario(vehicle('a'), actor('a', teleport('<WorldPosition x="1" y="1" h="1"/>') + follow(EAST))),
    );
    near(placeAt(scene, 0), [13.65, 5, 0.2]);
    near(placeAt(scene, 9), [33.65, 5, 0.2]);
    const [motion] = scene.motions ?? [];
    expect([0, 9].map((time) => bodyPoseAt(motion, time).isVisible)).toEqual([true, true]);
  });

  it('turns it to the left as its headings grow, nose down as its pitch does', async () => {
    const still = 'x="0" y="0" h="0.5" p="0.1"';
    const scene = await sceneOf(scenario(vehicle('a'), actor('a', teleport(`<WorldPosition ${still}/>`))));
    expect(headingAt(scene, 1)).toBeCloseTo(90 - (0.5 * 180) / Math.PI, 6);
    const reach = 3.65 * Math.cos(0.1);
    near(placeAt(scene, 1), [reach * Math.cos(0.5), reach * Math.sin(0.5), -3.65 * Math.sin(0.1)]);
  });

  it('looks along its way without headings', async () => {
    const way = vertex(0, 'x="0" y="0"') + vertex(4, 'x="0" y="8"');
    const scene = await sceneOf(scenario(vehicle('a'), actor('a', follow(way))));
    near(placeAt(scene, 1), [0, 2 + 3.65, 0]);
    expect(headingAt(scene, 1)).toBeCloseTo(0, 6);
  });

  it('has times relative to the event that starts them, scaled and shifted', async () => {
    const timing = '<Timing domainAbsoluteRelative="relative" scale="2" offset="0.5"/>';
    const text = scenario(vehicle('a'), '', story('a', follow(EAST, timing), atTime(4)));
    // Its vertices are at 4 + 2 · 1 + 0.5 and 4 + 2 · 3 + 0.5 s.
    near(placeAt(await sceneOf(text), 8.5), [23.65, 5, 0.2]);
    near(placeAt(await sceneOf(text, ', time: [2, 20], offset: [100, 0, 0]'), 6.5), [123.65, 5, 0.2]);
  });

  it('goes round a corner in straight lines from vertex to vertex', async () => {
    const corner = [
      vertex(0, 'x="0" y="0" h="0"'),
      vertex(2, 'x="20" y="0" h="0"'),
      vertex(4, 'x="40" y="4" h="0.2"'),
    ].join('');
    const scene = await sceneOf(scenario(vehicle('a'), actor('a', follow(corner))));
    const middle = placeAt(scene, 3);
    const [from, to] = [
      [23.65, 0],
      [40 + 3.65 * Math.cos(0.2), 4 + 3.65 * Math.sin(0.2)],
    ];
    near(middle, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, 0]);
  });

  it.each([
    [
      'a lane position',
      scenario(vehicle('a'), actor('a', teleport('<LanePosition roadId="1" laneId="-1" s="5"/>'))),
      'found a LanePosition, expected trajectories of world positions',
    ],
    [
      'a catalogue',
      scenario('<ScenarioObject name="a"><CatalogReference catalogName="v" entryName="car"/></ScenarioObject>', ''),
      'catalogues are not read: copy the entry',
    ],
    ['a speed', scenario(vehicle('a'), actor('a', speed(10))), 'found a LongitudinalAction, expected trajectories'],
    [
      'a trigger of distance',
      scenario(vehicle('a'), '', story('a', follow(EAST), trigger('<ByEntityCondition/>'))),
      'found a trigger that is no SimulationTimeCondition',
    ],
    [
      'times that fall',
      scenario(vehicle('a'), actor('a', follow(vertex(2, 'x="0" y="0"') + vertex(1, 'x="1" y="0"')))),
      'not later than that of the one before',
    ],
    ['no times', scenario(vehicle('a'), actor('a', follow(EAST, '<None/>'))), 'found a trajectory without Timing'],
    [
      'a parameter',
      scenario(vehicle('a'), actor('a', follow(vertex('$start', 'x="0" y="0"')))),
      'time: found "$start", expected a number',
    ],
    ['nothing', scenario(vehicle('a'), ''), 'found no object with a trajectory or a world position'],
    ['another file', '<a/>', 'found <a>, expected <OpenSCENARIO>'],
    ['entities', '<!DOCTYPE a [<!ENTITY b "c">]><OpenSCENARIO/>', 'document type declaration'],
    [
      'another model',
      scenario(vehicle('a', 'lorry'), actor('a', follow(EAST))),
      'found "a" of type "lorry", expected a part for it',
    ],
  ])('is refused with %s', async (_, text, message) => {
    const fault = await faultOf(text);
    expect(fault).toContain(message);
    expect(fault).toContain('town.xosc');
  });
});
