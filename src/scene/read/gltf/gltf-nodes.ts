import { type Affine, compose, IDENTITY } from '../../../base/affine.js';
import { type GltfDocument, type GltfNode, nameOr } from './gltf-json.js';

/** A node that shows a mesh. */
export interface PlacedNode {
  name: string;
  mesh: number;
  /** Mesh frame to the scene's. */
  transform: Affine;
}

/**
 * The nodes of the document's scene that show a mesh, parents before children. Without a scene, all nodes count. Throws
 * UserError if a node is its own ancestor or has two parents (glTF 2.0 §3.5.2).
 */
export function placedNodes(document: GltfDocument): PlacedNode[] {
  const placed: PlacedNode[] = [];
  const seen = new Set<number>();
  // The last in the list is the next to visit.
  const open = rootNodes(document)
    .reverse()
    .map((index) => ({ index, parent: IDENTITY }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { index, parent } = next;
    const node = document.entry('nodes', index, 'the scene');
    if (seen.has(index)) throw document.fault(`nodes[${index}] is in the tree twice`);
    seen.add(index);
    const transform = compose(parent, localTransform(document, node, index));
    if (node.mesh !== undefined) placed.push({ name: nameOr(node.name, `node_${index}`), mesh: node.mesh, transform });
    const children = Array.isArray(node.children) ? node.children : [];
    for (let i = children.length - 1; i >= 0; i--) open.push({ index: children[i], parent: transform });
  }
  return placed;
}

function rootNodes(document: GltfDocument): number[] {
  const { scenes, scene, nodes } = document.json;
  if (Array.isArray(scenes) && scenes.length > 0) {
    const roots = document.entry('scenes', scene ?? 0, 'the document').nodes;
    return Array.isArray(roots) ? [...roots] : [];
  }
  const all = Array.isArray(nodes) ? nodes : [];
  const children = new Set(all.flatMap((node) => (Array.isArray(node?.children) ? node.children : [])));
  return all.map((_, index) => index).filter((index) => !children.has(index));
}

function localTransform(document: GltfDocument, node: GltfNode, index: number): Affine {
  const what = `nodes[${index}]`;
  if (node.matrix !== undefined) {
    // Columns in the file, rows here.
    const m = document.numbers(node.matrix, 16, `${what}.matrix`);
    return [m[0], m[4], m[8], m[12], m[1], m[5], m[9], m[13], m[2], m[6], m[10], m[14]];
  }
  const t = document.numbers(node.translation ?? [0, 0, 0], 3, `${what}.translation`);
  const q = document.numbers(node.rotation ?? [0, 0, 0, 1], 4, `${what}.rotation`);
  const s = document.numbers(node.scale ?? [1, 1, 1], 3, `${what}.scale`);
  return fromQuaternion(t, q, s);
}

/** Translation · rotation · scale; the quaternion (x, y, z, w) is normalized. */
function fromQuaternion(t: number[], quaternion: number[], s: number[]): Affine {
  const norm = Math.hypot(...quaternion) || 1;
  const [x, y, z, w] = quaternion.map((component) => component / norm);
  // biome-ignore format: a matrix reads as rows
  return [
    (1 - 2 * (y * y + z * z)) * s[0], 2 * (x * y - z * w) * s[1], 2 * (x * z + y * w) * s[2], t[0],
    2 * (x * y + z * w) * s[0], (1 - 2 * (x * x + z * z)) * s[1], 2 * (y * z - x * w) * s[2], t[1],
    2 * (x * z - y * w) * s[0], 2 * (y * z + x * w) * s[1], (1 - 2 * (x * x + y * y)) * s[2], t[2],
  ];
}
