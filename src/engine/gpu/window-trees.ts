import { moverNodes } from '../../bvh/mover-tree.js';
import { MovingTree } from '../../bvh/moving-tree.js';
import { narrow } from '../../bvh/narrow.js';
import type { DeviceScene } from '../../device/device-scene.js';
import type { PulseProgram, PulseRange } from '../../device/pulse-program.js';
import { Chunk, DONE, Node2, Node4 } from '../../device/records.generated.js';
import { timesOfPulses } from '../pulse-times.js';
import type { RecordSegments } from './scene-upload.js';

/** Length of a window at the least, seconds, and the most windows of a chunk. */
const WINDOW_SECONDS = 0.01;
const WINDOWS_MAX = 256;
/** Bytes of all trees of a chunk, about. */
const TREES_BYTES_MAX = 2 ** 26;
/** Windows reach so much farther, as a share of the chunk's time: pulses find theirs in f32. */
const OVERLAP = 1e-6;

/** Nodes that the GPU's tree over the movers of a window takes at most. */
const nodesOfWindow = (moverCount: number): number => moverCount + moverNodes(moverCount);

/** The most windows of a chunk. */
const windowsMax = (moverCount: number): number =>
  Math.max(1, Math.min(WINDOWS_MAX, Math.floor(TREES_BYTES_MAX / (nodesOfWindow(moverCount) * Node2.SIZE))));

/** Nodes for which a scene has room behind those of its other trees. */
export const windowNodesOf = ({ moverCount }: Pick<DeviceScene, 'moverCount'>): number =>
  moverCount === 0 ? 0 : windowsMax(moverCount) * nodesOfWindow(moverCount);

/**
 * Trees over the boxes of movers, behind the other nodes of a scene: those of the windows of time of a chunk. Writes
 * and passes of a queue follow each other, so each chunk has its own.
 */
export class WindowTrees {
  private readonly moverCount: number;
  private readonly firstNode: number;
  private readonly nodes: RecordSegments;
  private readonly tree: MovingTree;
  /** Of a window, four children a node. */
  private readonly wide: ArrayBuffer;

  constructor({ buffers, instanceCount, moverCount }: DeviceScene, nodes: RecordSegments, firstNode: number) {
    this.moverCount = moverCount;
    this.firstNode = firstNode;
    this.nodes = nodes;
    this.tree = new MovingTree({ instances: buffers.instances, at: 0, instanceCount, moverCount });
    this.wide = new ArrayBuffer(moverNodes(moverCount) * Node4.SIZE);
  }

  /** Writes the trees for pulses of a leg, and their place into the record of the chunk. */
  write(chunk: ArrayBuffer, { buffers }: PulseProgram, range: PulseRange): void {
    const [first, last] = timesOfPulses({
      program: new DataView(buffers.program),
      channels: new DataView(buffers.channels),
      instrument: new DataView(buffers.instrument),
    })(range);
    const most = windowsMax(this.moverCount);
    const count = Math.max(1, Math.min(most, Math.ceil((last - first) / WINDOW_SECONDS)));
    const seconds = (last - first) / count;
    const room = OVERLAP * (last - first);
    for (let k = 0; k < count; k++) this.writeWindow(k, first + k * seconds - room, first + (k + 1) * seconds + room);
    const [words, floats] = [new Uint32Array(chunk), new Float32Array(chunk)];
    words[Chunk.moverCount / 4] = this.moverCount;
    words[Chunk.windowCount / 4] = count;
    words[Chunk.windowNode / 4] = this.firstNode;
    words[Chunk.windowNodes / 4] = nodesOfWindow(this.moverCount);
    floats[Chunk.windowStartHigh / 4] = first;
    floats[Chunk.windowStartLow / 4] = first - Math.fround(first);
    floats[Chunk.windowsASecond / 4] = 1 / seconds;
  }

  private writeWindow(window: number, first: number, last: number): void {
    const place = { floats: new Float32Array(this.wide), words: new Uint32Array(this.wide), firstNode: 0 };
    const nodeCount = this.tree.write(place, first, last);
    const nodeBase = this.firstNode + window * nodesOfWindow(this.moverCount);
    const { nodes } = narrow({ nodes: this.wide, nodeCount }, { nodeBase, leafOf: (leaf) => leaf });
    if (this.tree.isEmpty) endWalks(nodes);
    this.nodes.write(nodeBase * Node2.SIZE, nodes);
  }
}

/** Makes a node that no ray passes, whatever box it has: this tree is the last one of a walk. */
function endWalks(node: ArrayBuffer): void {
  const words = new Uint32Array(node);
  words[Node2.childA / 4] = DONE;
  words[Node2.childB / 4] = DONE;
}
