import { type Affine, compose, IDENTITY } from '../../../base/affine.js';
import { fromTrs, type Trs } from '../../../base/trs.js';
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

/** Placements of nodes, by their numbers, in place of those of the document. */
export type NodePoses = ReadonlyMap<number, Trs>;

/** The nodes of a document's scene. */
export class GltfNodes {
  /** Nodes that show a mesh, parents before children. */
  readonly placed: readonly PlacedNode[];
  /** Number of nodes with a mesh that are hidden. */
  hidden = 0;
  private readonly document: GltfDocument;
  private readonly poses: NodePoses;
  private readonly transforms = new Map<number, Affine>();
  private parents: ReadonlyMap<number, number> | undefined;

  /**
   * Walks through the scene; without one, all nodes count. Hidden nodes (KHR_node_visibility) show nothing, nor do
   * those below them. Nodes stand as `poses` say, others as the document does. Throws UserError if a node is its own
   * ancestor or has two parents (glTF 2.0 §3.5.2).
   */
  constructor(document: GltfDocument, poses: NodePoses = new Map()) {
    this.document = document;
    this.poses = poses;
    this.placed = this.walk();
  }

  /** The numbers of the nodes from a root down to node `index`, also outside of the scene. */
  path(index: number): number[] {
    const { document } = this;
    const path: number[] = [];
    for (let at: number | undefined = index; at !== undefined; at = this.parent(at)) {
      if (path.length > (document.json.nodes?.length ?? 0)) throw document.fault(`nodes[${at}] is its own ancestor`);
      path.push(at);
    }
    return path.reverse();
  }

  /** The placement of a node in the frame of its parent. */
  local(index: number): Affine {
    const { document, poses } = this;
    return localTransform(document, document.entry('nodes', index, 'a node'), index, poses.get(index));
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
      document.entry('nodes', node, user);
      transform = placed(document, transform, this.local(node), node);
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
      const transform = placed(document, parent, this.local(index), index);
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
function placed(document: GltfDocument, parent: Affine, local: Affine, index: number): Affine {
  const transform = compose(parent, local);
  if (transform.every(Number.isFinite)) return transform;
  throw document.fault(`nodes[${index}] is placed by numbers that multiply to infinite ones, its parents' included`);
}

function localTransform(document: GltfDocument, node: GltfNode, index: number, pose?: Trs): Affine {
  if (pose !== undefined) return fromTrs(pose);
  if (node.matrix === undefined) return fromTrs(restOf(document, node, index));
  // Columns in the file, rows here.
  const m = document.numbers(node.matrix, 16, `nodes[${index}].matrix`);
  return [m[0], m[4], m[8], m[12], m[1], m[5], m[9], m[13], m[2], m[6], m[10], m[14]];
}

/** Translation, rotation and scale of a node without a matrix. */
export function restOf(document: GltfDocument, node: GltfNode, index: number): Trs {
  const what = `nodes[${index}]`;
  return {
    translation: document.numbers(node.translation ?? [0, 0, 0], 3, `${what}.translation`),
    rotation: document.numbers(node.rotation ?? [0, 0, 0, 1], 4, `${what}.rotation`),
    scale: document.numbers(node.scale ?? [1, 1, 1], 3, `${what}.scale`),
  };
}
