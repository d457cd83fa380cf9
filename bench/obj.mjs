// Reading an OBJ file: triangles a second, and memory beside that of the mesh itself.
//   npm run bench -- obj [--triangles N] [--runs N] [--file FILE] [--json]
// Writes a grid of N triangles (2 million: 78 MB) to the system's temporary folder, reads it in a process of its own
// and takes the best of the runs. `peakBytes` is the growth of the process's resident memory during reading.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const options = {
  triangles: { type: 'string', default: '2000000' },
  runs: { type: 'string', default: '3' },
  file: { type: 'string' },
};

export async function run({ triangles, runs, file }) {
  const folder = mkdtempSync(join(tmpdir(), 'subray-bench-'));
  try {
    const path = file ?? join(folder, 'grid.obj');
    if (!file) writeGrid(path, Number(triangles));
    const results = Array.from({ length: Number(runs) }, () => readOnce(path));
    const best = results.reduce((a, b) => (b.seconds < a.seconds ? b : a));
    const peakBytes = Math.max(...results.map((result) => result.peakBytes));
    return {
      fileBytes: statSync(path).size,
      ...best,
      mtrianglesPerS: best.triangles / best.seconds / 1e6,
      peakBytes,
      peakOverMesh: peakBytes / best.meshBytes,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function print(result) {
  const { triangles, fileBytes, seconds, mtrianglesPerS, peakBytes, meshBytes, peakOverMesh } = result;
  const mb = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
  console.log(
    `${triangles} triangles, ${mb(fileBytes)}: ${seconds.toFixed(2)} s, ${mtrianglesPerS.toFixed(2)} M triangles/s`,
  );
  console.log(`memory: ${mb(peakBytes)} for a mesh of ${mb(meshBytes)} (${peakOverMesh.toFixed(2)} times)`);
}

function readOnce(path) {
  const reader = fileURLToPath(new URL('lib-obj-reader.mjs', import.meta.url));
  return JSON.parse(execFileSync(process.execPath, [reader, path], { encoding: 'utf8' }));
}

/** A hilly square of cells of two triangles each, with ten groups and materials. */
function writeGrid(path, triangles) {
  const side = Math.ceil(Math.sqrt(triangles / 2));
  const file = openSync(path, 'w');
  const row = (line) => writeSync(file, Array.from({ length: side }, (_, i) => line(i)).join(''));
  for (let y = 0; y < side + 1; y++) {
    const height = (x) => (3 * Math.sin(x * 0.1) * Math.cos(y * 0.13)).toFixed(6);
    row((x) => `v ${(x * 0.5).toFixed(6)} ${(y * 0.5).toFixed(6)} ${height(x)}\n`);
    writeSync(file, `v ${(side * 0.5).toFixed(6)} ${(y * 0.5).toFixed(6)} ${height(side)}\n`);
  }
  for (let y = 0; y < side; y++) {
    const tenth = Math.floor((10 * y) / side);
    if (y === 0 || tenth !== Math.floor((10 * (y - 1)) / side))
      writeSync(file, `o strip${tenth}\nusemtl material${tenth}\n`);
    row((x) => {
      const a = y * (side + 1) + x + 1;
      const b = a + side + 1;
      return `f ${a} ${a + 1} ${b + 1}\nf ${a} ${b + 1} ${b}\n`;
    });
  }
  closeSync(file);
}
