import type { z } from 'zod';
import { recordedTrajectory } from '../../legs/recorded.js';
import { trajectorySchema } from '../../legs/trajectory-schema.js';
import { courseSchema, type MotionKind } from './motion-kind.js';

const schema = courseSchema('a recorded trajectory', { trajectory: trajectorySchema });

/** Along a recording, in any of the formats of platforms. */
export const motionRecorded = {
  key: 'trajectory',
  schema,
  resolve: async ({ trajectory }, section, { recordings }) => {
    const found = await recordedTrajectory(section, trajectory, recordings);
    if (found === undefined) return undefined;
    const { attitude } = trajectory;
    const looksForward = attitude === 'course' || attitude === 'climb';
    return {
      course: { ...found.trajectory, ...(looksForward && { looksForward }) },
      ...(found.startTime !== undefined && { startTime: found.startTime }),
    };
  },
} satisfies MotionKind<z.output<typeof schema>>;
