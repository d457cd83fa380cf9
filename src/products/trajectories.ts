import { mapField, numberField, textField, vectorField } from '../base/yaml/fields.js';
import { TRAJECTORY_OUTPUTS, trajectoryEndings, trajectoryOutputOf } from '../io/poses/trajectory-formats.js';
import { POSES_MAX } from '../platform/pose-list.js';
import { poseTimes } from '../survey/platform-times.js';
import { noteFault, placeIn, type Reading } from '../survey/resolve/reading.js';
import { namedFiles } from './divided-output.js';
import { hasPlaceholder } from './leg-files.js';
import type { NamedProduct } from './product.js';
import { resolveEarthPlace } from './resolve-earth-place.js';
import { type Flown, resolveLegFiles } from './resolve-leg-files.js';
import type { TrajectoryOutput, WrittenTrajectory } from './write-trajectories.js';

const FILE_EXPECTED = `a path that ends in ${trajectoryEndings()}`;

const schema = mapField('the ways of the platform', {
  file: textField(
    `Path of the file of poses (${trajectoryEndings()}), relative to the current folder; with %s for the name of the leg, or %03d for its number, a file for each leg in which a scanner fires`,
    FILE_EXPECTED,
  ),
  interval: numberField('Time between two poses', { unit: 's', min: 1e-4, max: 1e6 }).default(0.01),
  offset: vectorField('Added to the positions, along the axes of the world', {
    unit: 'm',
    min: -1e3,
    max: 1e3,
  }).optional(),
  geoid: textField(
    'Of a file with heights above the ellipsoid: path to the geoid (GTX or GeoTIFF) of the heights of crs, relative to the survey file; none: they are written as they are',
    'a path to a geoid, or none',
  ).optional(),
});

/** The ways of the platform, as the navigation reports them. */
export const trajectories: NamedProduct<
  'trajectories',
  typeof schema,
  { trajectories?: TrajectoryOutput },
  { trajectories?: WrittenTrajectory[] }
> = {
  key: 'trajectories',
  schema,
  none: {},
  async resolve(reading, { file, interval, offset, geoid }, context) {
    const at = ['trajectories', 'file'];
    const format = trajectoryOutputOf(file);
    if (format === undefined) noteFault(reading, at, file, FILE_EXPECTED);
    const { folder } = context;
    const ofLegs = hasPlaceholder(file);
    const files = ofLegs ? resolveLegFiles(reading, { file, at, by: 'leg', folder }, context) : undefined;
    if (context.areLegsSound) checkCount(reading, interval, context, ofLegs);
    const isGeographic = format !== undefined && TRAJECTORY_OUTPUTS[format].isGeographic === true;
    if (geoid !== undefined && format !== undefined && !isGeographic)
      noteFault(reading, ['trajectories', 'geoid'], geoid, `no geoid: ${file} has the heights of the world`);
    const earth = isGeographic
      ? await resolveEarthPlace(reading, { section: 'trajectories', file, geoid }, context.crs)
      : undefined;
    const path = reading.files.resolve(folder, file);
    const place = placeIn(reading, ['trajectories']);
    const given = { ...(offset && { offset }), ...(earth && { earth }) };
    return { trajectories: { path, format: format ?? 'csv', interval, ...given, files, place } };
  },
  placeOf: ({ trajectories: output }) => output?.place,
  files: ({ trajectories: output }) => (output ? namedFiles('trajectory', output) : []),
  bytes({ trajectories: output, ...flown }) {
    if (output === undefined) return 0;
    const counts = flown.legs.map((_, leg) => poseTimes(flown, leg, output.interval).count);
    return counts.reduce((a, b) => a + b) * TRAJECTORY_OUTPUTS[output.format].bytesPerPose;
  },
  describe: ({ trajectories: output }) => (output ? [['trajectories', output.path]] : []),
  json: ({ trajectories: output }) => ({ trajectories: output?.path }),
  written: ({ trajectories: files = [] }) =>
    files.map(({ path, poses: count, bytes }) => ({ path, count, noun: 'pose', bytes })),
  async open({ trajectories: output, ...survey }, { files }) {
    if (output === undefined) return undefined;
    const { writeTrajectories } = await import('./write-trajectories.js');
    const written = await writeTrajectories(survey, output, { files });
    return { finish: async () => ({ trajectories: written }), abort: async () => {} };
  },
};

/** A recording may have so many poses, and no more could be read back. */
function checkCount(reading: Reading, interval: number, { legs, instruments }: Flown, ofLegs: boolean): void {
  const counts = legs.map((_, leg) => poseTimes({ legs, instruments }, leg, interval).count);
  const most = counts.reduce((a, b) => (ofLegs ? Math.max(a, b) : a + b), 0);
  if (most > POSES_MAX)
    noteFault(
      reading,
      ['trajectories', 'interval'],
      interval,
      `a longer one: a file would have ${most} poses, at most ${POSES_MAX} are possible`,
    );
}
