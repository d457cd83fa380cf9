// One reading of the OBJ benchmark, in a process of its own to measure its own peak memory.
import { nodeFiles } from '../dist/base/files/node-files.js';
import { readModel } from '../dist/scene/read/read-model.js';

const SILENT = { info: () => {}, warn: () => {} };

const before = process.memoryUsage.rss();
const start = performance.now();
const { meshes } = await readModel(process.argv[2], { files: nodeFiles, log: SILENT });
const seconds = (performance.now() - start) / 1000;
const peakBytes = process.resourceUsage().maxRSS * 1024 - before;

const [{ positions, indices, triangleGroup }] = meshes;
const meshBytes = positions.byteLength + indices.byteLength + triangleGroup.byteLength;
console.log(JSON.stringify({ triangles: triangleGroup.length, seconds, peakBytes, meshBytes }));
