// A thread of a page that makes points of the pieces of a survey's legs: its setup comes first, then one piece after
// the other.
import { answerWeb } from '../../base/threads/web-thread.js';
import { type MadePoints, memoryOfMade, type PointWork } from './made-points.js';
import { PointMaker } from './point-maker.js';
import type { PointSetup } from './point-setup.js';

addEventListener(
  'message',
  ({ data }: MessageEvent<PointSetup>) => {
    const maker = new PointMaker(data);
    answerWeb<PointWork, MadePoints>(async (work) => {
      const result = maker.make(work);
      return { result, memory: memoryOfMade(result) };
    });
  },
  { once: true },
);
