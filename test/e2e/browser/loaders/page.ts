// Writes a cloud of each format by loaders.gl, reads it back from a Blob in two ways, and posts the results.
import { encode, load } from '@loaders.gl/core';
import { createWebFiles, openCloud } from 'subray/clouds';
import { LOADERS, WRITERS } from 'subray/loaders';
import { gridMesh, rowsOf } from '../../../loaders/meshes.js';

const results = [];
for (const [name, writer] of Object.entries(WRITERS)) {
  const file = new Blob([await encode(gridMesh(), writer, { subray: { created: new Date(0) } })]);
  const mesh = await load(file, LOADERS[name as keyof typeof LOADERS], { core: { worker: false } });
  const cloud = await openCloud(`a.${name}`, { files: createWebFiles({ sources: { [`a.${name}`]: file } }) });
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  results.push([name, cloud.info.format, rowsOf(mesh), [...digest]]);
}
await fetch('/result', { method: 'POST', body: JSON.stringify(results) });
