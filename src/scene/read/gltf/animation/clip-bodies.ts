import { type Affine, compose, IDENTITY } from '../../../../base/affine.js';
import type { Chain, Joint } from '../../../animation/chain.js';
import { isRigidChain } from '../../../animation/rigid-chain.js';
import type { GltfDocument } from '../gltf-json.js';
import type { GltfNodes, PlacedNode } from '../gltf-nodes.js';
import type { ClipPose } from './clip-pose.js';

/** Whether a node shows copies of its mesh (EXT_mesh_gpu_instancing), whose shapes are not played. */
export const hasCopies = ({ extensions }: PlacedNode['node']): boolean =>
  extensions?.EXT_mesh_gpu_instancing !== undefined;

/** What a clip does with the nodes that show a mesh. */
export class ClipBodies {
  /** The rigid bodies so far. */
  readonly bodies: Chain[] = [];
  /** Names of the nodes whose shape changes, by their numbers. */
  readonly deforming = new Map<number, string>();
  /** Numbers of the bodies of joints; undefined: they do not move rigidly. */
  private readonly known = new Map<number, number | undefined>();
  private readonly document: GltfDocument;
  private readonly nodes: GltfNodes;
  private readonly pose: ClipPose;
  private readonly duration: number;
  private readonly moment: number;

  /** `nodes` stand in the `pose` of the clip at `moment`; it lasts `duration` seconds. */
  constructor(document: GltfDocument, nodes: GltfNodes, pose: ClipPose, clip: { duration: number; moment: number }) {
    this.document = document;
    this.nodes = nodes;
    this.pose = pose;
    this.duration = clip.duration;
    this.moment = clip.moment;
  }

  /** The number of the rigid body that carries a node; undefined: none, since it stands, or is not rigid. */
  of({ index, name, node }: PlacedNode): number | undefined {
    if (node.skin !== undefined) {
      if (this.isBent(node.skin) || this.pose.morphing.has(index)) this.deforming.set(index, name);
      return undefined;
    }
    if (this.pose.morphing.has(index)) {
      this.deforming.set(index, name);
      // Its shapes are those in the model; of copies there are none.
      if (!hasCopies(node)) return undefined;
    }
    const path = this.nodes.path(index);
    const joint = path.findLast((one) => this.pose.joints.has(one));
    if (joint === undefined) return undefined;
    const body = this.known.has(joint) ? this.known.get(joint) : this.add(joint);
    this.known.set(joint, body);
    if (body === undefined) this.deforming.set(index, name);
    return body;
  }

  /** The number of a new body, the one of this joint; undefined: it is not rigid. */
  private add(joint: number): number | undefined {
    const chain = this.chain(joint);
    return isRigidChain(chain, this.duration, this.moment) ? this.bodies.push(chain) - 1 : undefined;
  }

  /** The nodes from the root down to node `last`; what stands between two that move is one matrix. */
  chain(last: number): Chain {
    const links: (Affine | Joint)[] = [];
    let still: Affine = IDENTITY;
    for (const index of this.nodes.path(last)) {
      const moving = this.pose.joints.get(index);
      if (moving === undefined) still = compose(still, this.nodes.local(index));
      else {
        if (still !== IDENTITY) links.push(still);
        links.push(moving);
        still = IDENTITY;
      }
    }
    if (still !== IDENTITY) links.push(still);
    return links;
  }

  /** Whether a joint of a skin moves. */
  private isBent(skin: unknown): boolean {
    const { joints } = this.document.entry('skins', skin, 'a node');
    return (Array.isArray(joints) ? joints : []).some(
      (index) => Number.isInteger(index) && this.nodes.path(index).some((one) => this.pose.joints.has(one)),
    );
  }
}
