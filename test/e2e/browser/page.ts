// The page of browser.test.ts: scans in web workers and posts all points.
import { createScene, type PointBatch, readScanner, scan } from 'subray/browser';
import { bytesOf, EXAMPLE_SCANNER, EXAMPLE_SETTINGS, exampleObjects } from './example-scan.js';

const scene = createScene(exampleObjects());
const scanner = readScanner(EXAMPLE_SCANNER);
const batches: PointBatch[] = [];
for await (const batch of scan({ scene, scanner, ...EXAMPLE_SETTINGS, threads: 2 })) batches.push(batch);
await fetch('/result', { method: 'POST', body: bytesOf(batches) });
