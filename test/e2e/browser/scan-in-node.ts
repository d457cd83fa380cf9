import { createScene, type PointBatch, readScanner } from 'subray/browser';
import { createPointBatch, optionalArray } from '../../../src/cloud/point-batch.js';
import type { EngineRequest } from '../../../src/simulation/engines/choose-engine.js';
import { nodeMachine } from '../../../src/simulation/node-machine.js';
import { scan } from '../../../src/simulation/scan.js';
import { bytesOf, EXAMPLE_SCANNER, EXAMPLE_SETTINGS, exampleObjects } from './example-scan.js';

/** The bytes of the scan of the page `page.ts`, made in Node. */
export async function scanInNode(request: EngineRequest = { engine: 'cpu' }): Promise<Uint8Array<ArrayBuffer>> {
  const settings = { scene: createScene(exampleObjects()), scanner: readScanner(EXAMPLE_SCANNER), ...EXAMPLE_SETTINGS };
  const batches: PointBatch[] = [];
  for await (const batch of scan(settings, { machine: nodeMachine, ...request, threads: 2, cache: false }))
    batches.push(batch);
  return bytesOf(batches);
}

/** All points in the bytes of `bytesOf`, as one batch. Throws if it is not a whole number of points. */
export function pointsFrom(bytes: Uint8Array): PointBatch {
  const points = emptyPoints(bytes.length / bytesOf([emptyPoints(1)]).length);
  let at = 0;
  for (const column of Object.values(points).filter((value) => ArrayBuffer.isView(value))) {
    new Uint8Array(column.buffer).set(bytes.subarray(at, at + column.byteLength));
    at += column.byteLength;
  }
  return points;
}

/** Points of a scanner that scans lines. */
function emptyPoints(count: number): PointBatch {
  const points = createPointBatch(count);
  optionalArray(points, 'scanDirection');
  optionalArray(points, 'edgeOfFlightLine');
  return points;
}
