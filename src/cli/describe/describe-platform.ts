import { DEGREE } from '../../base/angle.js';
import type { PlatformPlace, PlatformSheet } from '../../platform/platform-sheet.js';
import { formatTable } from './format.js';

/** A platform as text: the place of each of its scanners in metres and degrees, and its source. */
export const platformRows = ({ id, name, places }: PlatformSheet): string[] => [
  ...formatTable([
    ['id', id],
    ['name', name],
  ]),
  ...places.flatMap((place) => [
    ...(place.name === undefined ? [] : [`scanner ${place.name}`]),
    ...formatTable(placeRows(place)),
    'source',
    ...place.source.split('\n').map((line) => `  ${line.trim()}`),
  ]),
];

function placeRows({ mount, stated, name, platform, hasBody }: PlatformPlace): string[][] {
  const { position, heading, pitch, roll } = mount;
  const turns = stated.rotate?.map(({ axis, angle }) => `${axis} ${angle}°`).join(', then ');
  return [
    ...(name === undefined ? [] : [['platform', platform]]),
    ['position', `${position.join(', ')} m right, forward, up`],
    ['attitude', `heading ${degrees(heading)}, pitch ${degrees(pitch)}, roll ${degrees(roll)}`],
    ...(turns === undefined ? [] : [['turns', turns]]),
    ...(hasBody ? [['body', `of a part with carrier: ${platform}`]] : []),
  ];
}

/** Degrees without the rounding of radians. */
const inDegrees = (angle: number): number => Number((angle / DEGREE).toFixed(9)) + 0;
const degrees = (angle: number): string => `${inDegrees(angle)}°`;

/** The same as JSON: metres and degrees; `mount` as a survey takes it. */
export const platformJson = ({ id, name, places }: PlatformSheet): object => ({
  id,
  name,
  places: places.map(({ mount, stated, ...place }) => ({
    ...place,
    position: mount.position,
    heading: inDegrees(mount.heading),
    pitch: inDegrees(mount.pitch),
    roll: inDegrees(mount.roll),
    mount: stated,
  })),
});
