import { z } from 'zod';
import { IDENTITY } from '../../base/affine.js';
import { type SourcePlace, UserError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { joinWords } from '../../base/text.js';
import { didYouMean } from '../../base/yaml/check-document.js';
import { quoteText } from '../../base/yaml/faults.js';
import { flagField, mapField, pairField, textField, vectorField } from '../../base/yaml/fields.js';
import type { Crs } from '../../crs/crs.js';
import type { TrafficMotion } from '../../scene/motion/part-motion.js';
import type { TrafficTrack } from '../../scene/motion/traffic-track.js';
import type { ScenePart } from '../../scene/scene-description.js';
import { noteFault, noting, pathIn, placeIn, type Reading } from '../resolve/reading.js';
import { coordinate } from '../schema/coordinate.js';
import { MOTION_TIME_MAX } from './motion/motion-kind.js';

/** In place of a part: objects of the type are left out. */
const LEFT_OUT = 'none';

/** Whether a file is a scenario, whose trajectories are lines from vertex to vertex. */
const isScenario = (file: string): boolean => /\.xosc$/i.test(file);

/** The `traffic` of a scene. */
export const trafficSchema = mapField('recorded traffic', {
  file: textField(
    'Floating car data of SUMO (--fcd-output), as XML or as a table .csv, which gzip may compress; or a scenario .xosc',
    'a path',
  ),
  types: z
    .record(textField('Type of vehicles or persons in the file'), textField('Part that is its model, or none'))
    .describe('The part that is the model of each type of vehicles and persons; none leaves them out'),
  offset: vectorField('Added to the places of the file', coordinate).optional(),
  time: pairField('Times of the file that are taken, the first of which is that of the first pulse; absent: all', {
    unit: 's',
    min: -MOTION_TIME_MAX,
    max: MOTION_TIME_MAX,
  }).optional(),
  smooth: flagField(
    'Along curves between two moments, by speeds and headings; false: in straight lines; absent: true but of scenarios',
  ).optional(),
  geographic: flagField(
    'Places of the file are longitudes and latitudes, which lead into the crs of the survey; absent: as the file says',
  ).optional(),
});

type TrafficDefinition = z.output<typeof trafficSchema>;

interface TrafficContext {
  /** Names of all parts. */
  names: readonly string[];
  log: Log;
  crs: Crs | undefined;
}

/**
 * The parts of a scene, of which those that are models of its traffic stand where that is, and nowhere else. Notes
 * faults in `reading`.
 */
export async function resolveTraffic(
  reading: Reading,
  traffic: TrafficDefinition | undefined,
  parts: ScenePart[],
  context: TrafficContext,
): Promise<ScenePart[]> {
  if (traffic === undefined) return parts;
  const { file, types } = traffic;
  if (!checkModels(reading, types, parts, context.names)) return parts;
  if (traffic.time && !(traffic.time[1] > traffic.time[0])) {
    noteFault(reading, [...PATH, 'time', 1], traffic.time[1], 'a time after the first (s)');
    return parts;
  }
  const tracks = await noting(reading, [...PATH, 'file'], async () => {
    // Few scenes have traffic, and a parser of XML comes with it.
    const { readTraffic } = await import('./read-traffic.js');
    const { files } = reading;
    return withModels(await readTraffic(pathIn(reading, file), { ...traffic, files, crs: context.crs }), types, file);
  });
  if (tracks === undefined) return parts;
  for (const [type, name] of Object.entries(types))
    if (name !== LEFT_OUT && !tracks.some((track) => track.type === type))
      context.log.warn(`${file}: no object has the type ${quoteText(type)}`);
  return parts.map((part) =>
    Object.values(types).includes(part.name) ? inTraffic(part, tracks, traffic, placeIn(reading, PATH)) : part,
  );
}

const PATH = ['scene', 'traffic'];

/** Notes models that are no parts, or that have places of their own. Returns whether all can be models. */
function checkModels(
  reading: Reading,
  types: TrafficDefinition['types'],
  parts: readonly ScenePart[],
  names: readonly string[],
): boolean {
  const before = reading.faults.length;
  if (Object.keys(types).length === 0)
    noteFault(reading, [...PATH, 'types'], 'nothing', 'a part for a type, as in car: taxi');
  for (const [type, name] of Object.entries(types)) {
    const path = [...PATH, 'types', type];
    const part = parts.find((one) => one.name === name);
    if (part === undefined) {
      if (name !== LEFT_OUT) noteFault(reading, path, name, `the name of a part, or none${didYouMean(name, names)}`);
      continue;
    }
    if (hasTraffic(part)) continue;
    if (part.motion !== undefined) noteFault(reading, path, name, 'a part without motion: traffic moves it');
    if (part.stand !== undefined && (part.stand.by !== 'surface' || part.stand.each))
      noteFault(reading, path, name, 'a part on a surface: traffic rides on it');
    if (part.placement.kind !== 'once') noteFault(reading, path, name, 'a part without instances: traffic places it');
  }
  return reading.faults.length === before;
}

/** Whether objects of a recording are not copies of a part, but the traffic of its model, by their names. */
const hasTraffic = ({ source }: ScenePart): boolean => source.kind === 'generated' && (source.movers ?? 0) > 0;

/** The tracks with a model. Throws UserError for a type of which nothing is known. */
function withModels(tracks: readonly TrafficTrack[], types: TrafficDefinition['types'], file: string): TrafficTrack[] {
  const unknown = tracks.find(({ type }) => !Object.hasOwn(types, type));
  if (unknown === undefined) return tracks.filter(({ type }) => types[type] !== LEFT_OUT);
  const all = [...new Set(tracks.map(({ type }) => type))];
  const shown = all.slice(0, SHOWN_MAX).map(quoteText);
  throw new UserError(
    `found ${quoteText(unknown.id)} of type ${quoteText(unknown.type)}, expected a part for it in scene.traffic.types`,
    {
      place: unknown.place,
      hint: `${file} has the types ${joinWords(all.length > SHOWN_MAX ? [...shown, '…'] : shown, 'and')}; TYPE: none leaves one out`,
    },
  );
}

const SHOWN_MAX = 20;

function inTraffic(
  part: ScenePart,
  tracks: readonly TrafficTrack[],
  { file, types, smooth = !isScenario(file) }: TrafficDefinition,
  place: SourcePlace,
): ScenePart {
  const own = tracks.filter(({ type }) => types[type] === part.name);
  if (hasTraffic(part)) return { ...part, recording: { tracks: own, isSmooth: smooth, place } };
  const { stand, ...model } = part;
  const ground = stand && { ...(stand.part !== undefined && { part: stand.part }), place: stand.place ?? part.place };
  const motion: TrafficMotion = { tracks: own, isSmooth: smooth, reference: 'front', place, ...(ground && { ground }) };
  return {
    ...model,
    motion,
    placement: { kind: 'list', transforms: own.map(() => IDENTITY), facts: own.map(({ id }) => ({ id })) },
  };
}
