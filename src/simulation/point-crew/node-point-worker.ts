// A thread that makes points of the pieces of a survey's legs, one after the other.
import { workerData } from 'node:worker_threads';
import { answerNode } from '../../base/threads/node-thread.js';
import { type MadePoints, memoryOfMade, type PointWork } from './made-points.js';
import { PointMaker } from './point-maker.js';
import type { PointSetup } from './point-setup.js';

const maker = new PointMaker(workerData as PointSetup);
answerNode<PointWork, MadePoints>(async (work) => {
  const result = maker.make(work);
  return { result, memory: memoryOfMade(result) };
});
