import { createScene, type SceneObject } from 'subray/browser';
import type { PreparedScene } from '../../../../src/pack/prepared-scene.js';
import type { Model } from '../../../../src/scene/model.js';

type Scene = ReturnType<typeof createScene>;

/** A rolling ground of 2 n² triangles; `turn` makes it another one. */
export function groundScene(n: number, turn = 0): Scene {
  return createScene([{ name: 'ground', ...ground(n, turn), reflectance: 0.5 }]);
}

/**
 * All that threads build: a ground in parts, a hill that is built whole, a pebble that is too small for another thread,
 * and enough placements of it for a tree of their own.
 */
export function mixedScene(): Scene {
  const pebble = ground(4, 2);
  const hill = ground(110, 1);
  const placed = (x: number, y: number): number[] => [0.01, 0, 0, x, 0, 0.01, 0, y, 0, 0, 0.01, 0];
  const pebbles: SceneObject[] = Array.from({ length: 20_100 }, (_, k) => ({
    name: 'pebble',
    ...pebble,
    reflectance: 0.3,
    transform: placed(k % 150, Math.floor(k / 150)),
  }));
  const hills = [0, 100, 200].map((x) => ({ name: 'hill', ...hill, reflectance: 0.4, transform: placed(x, 300) }));
  return createScene([{ name: 'ground', ...ground(330, 0), reflectance: 0.5 }, ...hills, ...pebbles]);
}

function ground(n: number, turn: number): Pick<SceneObject, 'positions' | 'indices'> {
  const positions = new Float32Array(3 * (n + 1) ** 2);
  const indices = new Uint32Array(6 * n * n);
  for (let i = 0, at = 0; i <= n; i++)
    for (let j = 0; j <= n; j++) {
      const vertex = i * (n + 1) + j;
      positions.set([(24 * i) / n, (24 * j) / n, ((i * 7 + j * (5 + turn)) % 11) / 10], 3 * vertex);
      if (i === n || j === n) continue;
      indices.set([vertex, vertex + n + 1, vertex + n + 2, vertex, vertex + n + 2, vertex + 1], at);
      at += 6;
    }
  return { positions, indices };
}

/** The SHA-256 of each part of a scene on the device. */
export async function digestsOf({ device }: PreparedScene): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const [name, content] of Object.entries(device.buffers))
    digests[name] = await sha256(
      ArrayBuffer.isView(content)
        ? new Uint8Array(content.buffer, content.byteOffset, content.byteLength)
        : new Uint8Array(content as ArrayBuffer),
    );
  return digests;
}

/** The SHA-256 of all corners and triangles of a model. */
export async function digestOfModel({ meshes }: Model): Promise<string> {
  const digests: string[] = [];
  for (const { positions, indices } of meshes)
    for (const { buffer, byteOffset, byteLength } of [positions, indices])
      digests.push(await sha256(new Uint8Array(buffer, byteOffset, byteLength)));
  return digests.join(' ');
}

export async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes.slice()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
