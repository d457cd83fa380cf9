// One reading of the OBJ bench, in a process of its own so that its peak of memory is its own.
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
