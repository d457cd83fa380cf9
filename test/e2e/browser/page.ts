// The page of browser.test.ts: scans as the address asks (?engine=…&adapter=…) and posts all points.
import { createScene, type EngineRequest, type PointBatch, readScanner, scan } from 'subray/browser';
import { bytesOf, EXAMPLE_SCANNER, EXAMPLE_SETTINGS, exampleObjects } from './example-scan.js';

const request: EngineRequest = Object.fromEntries(new URLSearchParams(location.search));
const scene = createScene(exampleObjects());
const scanner = readScanner(EXAMPLE_SCANNER);
const batches: PointBatch[] = [];
for await (const batch of scan({ scene, scanner, ...EXAMPLE_SETTINGS, ...request, threads: 2 })) batches.push(batch);
await fetch('/result', { method: 'POST', body: bytesOf(batches) });
