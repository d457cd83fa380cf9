import { type Affine, compose, IDENTITY } from '../../../base/affine.js';
import { type GltfDocument, type GltfNode, nameOr } from './gltf-json.js';

/** A node that shows a mesh. */
export interface PlacedNode {
  name: string;
  index: number;
  node: GltfNode;
  mesh: number;
  /** Number of the node of the scene under which it hangs, or itself. */
  root: number;
  /** Mesh frame to the scene's. */
  transform: Affine;
}

/** The nodes of a document's scene. */
export class GltfNodes {
  /** Nodes that show a mesh, parents before children. */
  readonly placed: readonly PlacedNode[];
  /** Number of nodes with a mesh that are hidden. */
  hidden = 0;
  private readonly document: GltfDocument;
  private readonly transforms = new Map<number, Affine>();
  private parents: ReadonlyMap<number, number> | undefined;

  /**
   * Walks through the scene; without one, all nodes count. Hidden nodes (KHR_node_visibility) show nothing, nor do
   * those below them. Throws UserError if a node is its own ancestor or has two parents (glTF 2.0 §3.5.2).
   */
  constructor(document: GltfDocument) {
    this.document = document;
    this.placed = this.walk();
  }

  /** The transform of a node's frame to the scene's, also of a node outside of the scene. */
  transform(index: unknown, user: string): Affine {
    const { document, transforms } = this;
    document.entry('nodes', index, user);
    const below: number[] = [];
    let at = index as number | undefined;
    for (; at !== undefined && !transforms.has(at); at = this.parent(at)) {
      if (below.length > (document.json.nodes?.length ?? 0)) throw document.fault(`nodes[${at}] is its own ancestor`);
      below.push(at);
    }
    let transform = (at !== undefined && transforms.get(at)) || IDENTITY;
    for (const node of below.reverse()) {
      transform = placed(document, transform, document.entry('nodes', node, user), node);
      transforms.set(node, transform);
    }
    return transform;
  }

  private walk(): PlacedNode[] {
    const { document, transforms } = this;
    const found: PlacedNode[] = [];
    // The last in the list is the next to visit.
    const open = rootNodes(document)
      .reverse()
      .map((index) => ({ index, root: index, parent: IDENTITY, hidden: false }));
    for (let next = open.pop(); next; next = open.pop()) {
      const { index, root, parent } = next;
      const node = document.entry('nodes', index, 'the scene');
      if (transforms.has(index)) throw document.fault(`nodes[${index}] is in the tree twice`);
      const transform = placed(document, parent, node, index);
      transforms.set(index, transform);
      const hidden = next.hidden || node.extensions?.KHR_node_visibility?.visible === false;
      if (node.mesh !== undefined && hidden) this.hidden++;
      else if (node.mesh !== undefined)
        found.push({ name: nameOr(node.name, `node_${index}`), index, node, mesh: node.mesh, root, transform });
      const children = Array.isArray(node.children) ? node.children : [];
      for (let i = children.length - 1; i >= 0; i--) open.push({ index: children[i], root, parent: transform, hidden });
    }
    return found;
  }

  private parent(index: number): number | undefined {
    this.parents ??= parentsOf(this.document);
    return this.parents.get(index);
  }
}

function parentsOf({ json }: GltfDocument): Map<number, number> {
  const parents = new Map<number, number>();
  (Array.isArray(json.nodes) ? json.nodes : []).forEach((node, index) => {
    for (const child of Array.isArray(node?.children) ? node.children : []) parents.set(child, index);
  });
  return parents;
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

/** The transform of a node to the scene; finite numbers may multiply to infinite ones. */
function placed(document: GltfDocument, parent: Affine, node: GltfNode, index: number): Affine {
  const transform = compose(parent, localTransform(document, node, index));
  if (transform.every(Number.isFinite)) return transform;
  throw document.fault(`nodes[${index}] is placed by numbers that multiply to infinite ones, its parents' included`);
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
export function fromQuaternion(t: ArrayLike<number>, quaternion: Iterable<number>, s: ArrayLike<number>): Affine {
  const norm = Math.hypot(...quaternion) || 1;
  const [x, y, z, w] = Array.from(quaternion, (component) => component / norm);
  // biome-ignore format: a matrix reads as rows
  return [
    (1 - 2 * (y * y + z * z)) * s[0], 2 * (x * y - z * w) * s[1], 2 * (x * z + y * w) * s[2], t[0],
    2 * (x * y + z * w) * s[0], (1 - 2 * (x * x + z * z)) * s[1], 2 * (y * z - x * w) * s[2], t[1],
    2 * (x * z - y * w) * s[0], 2 * (y * z + x * w) * s[1], (1 - 2 * (x * x + y * y)) * s[2], t[2],
  ];
}
