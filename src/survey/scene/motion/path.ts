import type { z } from 'zod';
import { CHORD_ERROR_MAX } from '../../../scene/motion/drift.js';
import { pathKeys, travelPath } from '../../legs/path.js';
import { noting } from '../../resolve/reading.js';
import { courseSchema, type MotionKind } from './motion-kind.js';

const schema = courseSchema('a path through points at constant speed', pathKeys);

const looksForward = ({ heading = 'course' }: z.output<typeof schema>): boolean => heading === 'course';

/** Along straight lines or a smooth curve from point to point, as a leg. */
export const motionPath = {
  key: 'path',
  schema,
  resolve: async (motion, section) => {
    const course = await noting(section, ['path'], () => travelPath(motion, CHORD_ERROR_MAX));
    return course && { course: looksForward(motion) ? { ...course, looksForward: true } : course };
  },
} satisfies MotionKind<z.output<typeof schema>>;
