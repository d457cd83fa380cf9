import { TURN } from '../../base/angle.js';
import { UserError } from '../../base/errors.js';
import type { WithFiles } from '../../base/files/files.js';
import { readBounded } from '../../base/files/read-bounded.js';
import { parseXml } from '../../base/xml/parse-xml.js';
import { childOf, childrenOf, type XmlElement } from '../../base/xml/xml-element.js';
import { quoteText } from '../../base/yaml/faults.js';
import { decodeText } from '../../base/yaml/read-text.js';
import type { TrafficTrack } from '../motion/traffic-track.js';
import { fillHeadings, TRACK_PLACES_MAX, TRACKS_MAX, type TrackOptions, trackNumber } from './track-list.js';

/** Bytes of a scenario that are read. */
const BYTES_MAX = 64 * 2 ** 20;

/** Seconds before and after everything: objects of scenarios are there all the time. */
const ALWAYS = 1e7;

interface ReadScenarioOptions extends Pick<TrackOptions, 'placeOf'>, WithFiles {
  /** Name of the file in messages. */
  name: string;
  /** Second of the scenario at which the scene's clock is 0. */
  zero?: number;
}

/**
 * The tracks of objects of an OpenSCENARIO XML file (ASAM, 1.0 to 1.3) whose ways are trajectories of world positions
 * with times (FollowTrajectoryAction with a Polyline), or that stand at one (TeleportAction). Before its trajectory an
 * object stands where that begins; after it, where it ends. Throws UserError with line and column, and for whatever a
 * simulator would have to work out: lanes, routes, speeds and triggers but of time.
 */
export async function readScenario(path: string, options: ReadScenarioOptions): Promise<TrafficTrack[]> {
  const { files, name: file } = options;
  const bytes = await readBounded(files, path, { file, what: 'a scenario', bytesMax: BYTES_MAX });
  const root = parseXml(decodeText(bytes, file), file);
  if (root.name !== 'OpenSCENARIO')
    throw new UserError(`found <${root.name}>, expected <OpenSCENARIO>`, { place: root.place });
  const entities = entitiesOf(root);
  const ways = new Map<string, ScenarioWay>();
  const storyboard = demandChild(root, 'Storyboard');
  for (const { entity, action, start } of actionsOf(storyboard)) addAction(ways, entity, action, start);
  const tracks = entities.flatMap((entity) => trackOf(entity, ways.get(entity.id), options));
  if (tracks.length === 0)
    throw new UserError('found no object with a trajectory or a world position, expected one', { place: root.place });
  demandRoom(tracks, file);
  return tracks;
}

function demandRoom(tracks: readonly TrafficTrack[], file: string): void {
  const places = tracks.reduce((sum, { times }) => sum + times.length, 0);
  if (tracks.length > TRACKS_MAX || places > TRACK_PLACES_MAX)
    throw new UserError(
      `found ${tracks.length} objects with ${places} places, expected at most ${TRACKS_MAX} with ` +
        `${TRACK_PLACES_MAX}`,
      { place: { file } },
    );
}

// ---- objects --------------------------------------------------------------------------------------------------------

/** An object of a scenario. */
interface ScenarioEntity {
  id: string;
  type: string;
  element: XmlElement;
  /** From its point of reference to the middle of its front: that of vehicles is the middle of the rear axle, below. */
  ahead: number;
  /** Height of its bottom above that point. */
  up: number;
}

const ENTITY_KINDS = ['Vehicle', 'Pedestrian', 'MiscObject'] as const;

const entitiesOf = (root: XmlElement): ScenarioEntity[] =>
  childrenOf(demandChild(root, 'Entities'), 'ScenarioObject').map((element) => {
    const id = demandAttribute(element, 'name');
    const described = ENTITY_KINDS.map((kind) => childOf(element, kind)).find((found) => found !== undefined);
    if (described === undefined)
      throw new UserError(
        `${quoteText(id)} has no Vehicle, Pedestrian or MiscObject, expected one with its BoundingBox`,
        {
          place: element.place,
          hint: 'catalogues are not read: copy the entry into the ScenarioObject',
        },
      );
    const box = demandChild(described, 'BoundingBox');
    const [centre, size] = [demandChild(box, 'Center'), demandChild(box, 'Dimensions')];
    return {
      id,
      type: demandAttribute(described, 'name'),
      element,
      ahead: numberIn(centre, 'x') + numberIn(size, 'length') / 2,
      up: numberIn(centre, 'z') - numberIn(size, 'height') / 2,
    };
  });

// ---- actions --------------------------------------------------------------------------------------------------------

/** A private action of an object, and when it begins, seconds of the simulation. */
interface PlacedAction {
  entity: string;
  action: XmlElement;
  start: number;
}

/** The private actions of a storyboard: those at its beginning, and of events that a simulation time starts. */
function actionsOf(storyboard: XmlElement): PlacedAction[] {
  const found: PlacedAction[] = [];
  const init = childOf(demandChild(storyboard, 'Init'), 'Actions');
  for (const actor of init ? childrenOf(init, 'Private') : [])
    for (const action of childrenOf(actor, 'PrivateAction'))
      found.push({ entity: demandAttribute(actor, 'entityRef'), action, start: 0 });
  for (const group of descendantsOf(storyboard, 'ManeuverGroup')) {
    const actors = descendantsOf(demandChild(group, 'Actors'), 'EntityRef').map((one) =>
      demandAttribute(one, 'entityRef'),
    );
    for (const event of descendantsOf(group, 'Event'))
      for (const action of descendantsOf(event, 'PrivateAction'))
        for (const entity of actors) found.push({ entity, action, start: startOf(event) });
  }
  return found;
}

/** The simulation time at which an event begins. */
function startOf(event: XmlElement): number {
  const trigger = childOf(event, 'StartTrigger');
  const conditions = trigger ? descendantsOf(trigger, 'Condition') : [];
  const times = conditions.map((condition) => {
    const [time] = descendantsOf(condition, 'SimulationTimeCondition');
    if (time === undefined) throw beyond(condition, 'a trigger that is no SimulationTimeCondition');
    return numberIn(time, 'value');
  });
  return Math.max(0, ...times);
}

/** Where an object is, and its trajectory. */
interface ScenarioWay {
  place?: XmlElement;
  vertices?: { time: number; position: XmlElement }[];
}

/** Actions that do not move an object along ways of their own. */
const WITHOUT_WAY = ['VisibilityAction', 'ControllerAction', 'ActivateControllerAction', 'AppearanceAction'];

function addAction(ways: Map<string, ScenarioWay>, entity: string, action: XmlElement, start: number): void {
  const way = ways.get(entity) ?? {};
  ways.set(entity, way);
  const [kind] = action.children;
  if (kind === undefined || WITHOUT_WAY.includes(kind.name)) return;
  const [follow] = descendantsOf(action, 'FollowTrajectoryAction');
  if (kind.name === 'TeleportAction') way.place ??= worldPosition(demandChild(kind, 'Position'));
  else if (follow !== undefined) {
    if (way.vertices !== undefined) throw beyond(follow, `a second trajectory of ${quoteText(entity)}`);
    way.vertices = verticesOf(follow, start);
  } else if (!isAtRest(kind)) throw beyond(kind, `a ${kind.name}`);
}

/** Whether an action sets the speed 0, as of an object that stands. */
const isAtRest = (kind: XmlElement): boolean =>
  descendantsOf(kind, 'AbsoluteTargetSpeed').some((speed) => numberIn(speed, 'value') === 0);

function verticesOf(follow: XmlElement, start: number): { time: number; position: XmlElement }[] {
  const [trajectory] = descendantsOf(follow, 'Trajectory');
  const [line] = trajectory ? descendantsOf(trajectory, 'Polyline') : [];
  if (trajectory === undefined || line === undefined) throw beyond(follow, 'a trajectory that is no Polyline');
  const [timing] = descendantsOf(follow, 'Timing');
  if (timing === undefined) throw beyond(follow, 'a trajectory without Timing');
  const [scale, offset] = [numberIn(timing, 'scale'), numberIn(timing, 'offset')];
  const zero = timing.attributes.get('domainAbsoluteRelative') === 'relative' ? start : 0;
  if (trajectory.attributes.get('closed') === 'true') throw beyond(trajectory, 'a closed trajectory');
  const vertices = childrenOf(line, 'Vertex').map((vertex) => ({
    time: zero + numberIn(vertex, 'time') * scale + offset,
    position: worldPosition(demandChild(vertex, 'Position')),
    vertex,
  }));
  const early = vertices.find(({ time }, k) => k > 0 && !(time > vertices[k - 1].time));
  if (early !== undefined)
    throw new UserError('found a vertex whose time is not later than that of the one before, expected times in order', {
      place: early.vertex.place,
    });
  if (vertices.length === 0) throw new UserError('found no Vertex, expected one', { place: line.place });
  const far = vertices.find(({ time }) => !(Math.abs(time) < ALWAYS));
  if (far !== undefined)
    throw new UserError(`found a vertex at ${far.time} s, expected at most ${ALWAYS} s`, { place: far.vertex.place });
  return vertices;
}

function worldPosition(position: XmlElement): XmlElement {
  const found = childOf(position, 'WorldPosition');
  if (found === undefined)
    throw beyond(position.children[0] ?? position, `a ${position.children[0]?.name ?? 'position'}`);
  return found;
}

/** What a simulator works out. */
const beyond = ({ place }: XmlElement, what: string): UserError =>
  new UserError(`found ${what}, expected trajectories of world positions with times, and world positions`, {
    place,
    hint: 'run the scenario in a simulator such as esmini, and take the trajectories that it writes',
  });

// ---- tracks ---------------------------------------------------------------------------------------------------------

function trackOf(entity: ScenarioEntity, way: ScenarioWay | undefined, options: ReadScenarioOptions): TrafficTrack[] {
  const { vertices = [], place } = way ?? {};
  const { id, type, element, ahead, up } = entity;
  const zero = options.zero ?? 0;
  const first = vertices[0]?.position ?? place;
  if (first === undefined) return [];
  const last = vertices[vertices.length - 1]?.position ?? first;
  const moments = [{ time: -ALWAYS, position: first }, ...vertices, { time: ALWAYS, position: last }];
  return [frontTrack(moments, { id, type, place: element.place }, { ahead, up }, zero, options)];
}

/** The track of the front of an object from positions of its point of reference. */
function frontTrack(
  moments: readonly { time: number; position: XmlElement }[],
  named: Pick<TrafficTrack, 'id' | 'type' | 'place'>,
  { ahead, up }: Pick<ScenarioEntity, 'ahead' | 'up'>,
  zero: number,
  { placeOf }: Pick<TrackOptions, 'placeOf'>,
): TrafficTrack {
  const placed = moments.map(({ position }) => {
    const { attributes, place } = position;
    const read = (key: string) => (attributes.has(key) ? numberIn(position, key) : 0);
    const found = placeOf(numberIn(position, 'x'), numberIn(position, 'y'), read('z'), place);
    const heading = attributes.has('h') ? TURN / 4 - numberIn(position, 'h') + found.turn : Number.NaN;
    // About the axis to the left, so nose down (ISO 8855).
    return { ...found, heading, pitch: -read('p') };
  });
  const [positions, headings] = [placed.flatMap(({ position }) => position), placed.map(({ heading }) => heading)];
  fillHeadings({ headings, positions });
  const pitches = placed.map(({ pitch }) => pitch);
  for (const [k, heading] of headings.entries()) {
    const [level, rise] = [Math.cos(pitches[k]), Math.sin(pitches[k])];
    const reach = ahead * level - up * rise;
    positions[3 * k] += reach * Math.sin(heading);
    positions[3 * k + 1] += reach * Math.cos(heading);
    positions[3 * k + 2] += ahead * rise + up * level;
  }
  return {
    ...named,
    times: moments.map(({ time }) => time - zero),
    positions,
    headings,
    pitches,
    speeds: moments.map(() => Number.NaN),
    steps: moments.map((_, k) => k),
    end: ALWAYS + 1,
  };
}

// ---- elements -------------------------------------------------------------------------------------------------------

function descendantsOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...descendantsOf(child, name)]);
}

function demandChild(element: XmlElement, name: string): XmlElement {
  const found = childOf(element, name);
  if (found === undefined)
    throw new UserError(`<${element.name}> has no <${name}>, expected one`, { place: element.place });
  return found;
}

function demandAttribute(element: XmlElement, name: string): string {
  const found = element.attributes.get(name);
  if (found === undefined || found === '')
    throw new UserError(`<${element.name}> has no ${name}, expected one`, { place: element.place });
  return found;
}

const numberIn = (element: XmlElement, key: string): number =>
  trackNumber(element.attributes.get(key), key, element.place);
