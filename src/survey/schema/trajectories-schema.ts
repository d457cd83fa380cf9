import type { z } from 'zod';
import { mapField, numberField, textField, vectorField } from '../../base/yaml/fields.js';
import { trajectoryEndings, trajectoryOutputOf } from '../../io/poses/trajectory-formats.js';
import { POSES_MAX } from '../../platform/pose-list.js';
import { hasPlaceholder } from '../leg-files.js';
import { poseTimes } from '../platform-times.js';
import { noteFault, placeIn, type Reading } from '../resolve/reading.js';
import { type Flown, resolveLegFiles } from '../resolve/resolve-leg-files.js';
import type { TrajectoryOutput } from '../survey.js';

/** The survey's `trajectories`: the ways of the platform. */

const FILE_EXPECTED = `a path that ends in ${trajectoryEndings()}`;

export const trajectoriesSchema = mapField('the ways of the platform', {
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
});

/** The files of poses; paths are relative to `folder`, the current one. Notes an unknown ending and too many poses. */
export function resolveTrajectories(
  reading: Reading,
  { file, interval, offset }: z.output<typeof trajectoriesSchema>,
  flown: Flown,
  folder: string,
): TrajectoryOutput {
  const at = ['trajectories', 'file'];
  const format = trajectoryOutputOf(file);
  if (format === undefined) noteFault(reading, at, file, FILE_EXPECTED);
  const ofLegs = hasPlaceholder(file);
  const files = ofLegs ? resolveLegFiles(reading, { file, at, by: 'leg', folder }, flown) : undefined;
  if (flown.areLegsSound) checkCount(reading, interval, flown, ofLegs);
  return {
    path: reading.files.resolve(folder, file),
    format: format ?? 'csv',
    interval,
    ...(offset && { offset }),
    files,
    place: placeIn(reading, ['trajectories']),
  };
}

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
