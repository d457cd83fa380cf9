import { expect, it } from 'vitest';
import { nodeFiles } from '../../../../src/base/files/node-files.js';
import { gltfShapes } from '../../../../src/scene/read/gltf/count-gltf.js';
import { tubeCorners, WALK_SECONDS, walkerFile } from '../../../support/walker-model.js';
import { keepingLog, temporaryFolder } from '../../scene-files.js';

const folder = temporaryFolder();

it('counts the keys, triangles and vertices that a clip bends, from the document alone', async () => {
  const text = walkerFile();
  const path = folder.write('walker.gltf', text);
  const count = (choice: { clip?: string; rate?: number }) =>
    gltfShapes(
      { path, size: text.length },
      { offset: 0, loop: true, ...choice },
      { files: nodeFiles, log: keepingLog() },
    );
  const corners = tubeCorners().length / 3 + 6;
  expect(await count({})).toEqual({ keys: WALK_SECONDS * 60 + 1, triangles: corners / 3, vertices: corners });
  expect((await count({ clip: 'Walk', rate: 10 })).keys).toBe(13);
  expect(await count({ clip: 'Run' })).toEqual({ keys: 0, triangles: 0, vertices: 0 });
});
