// The room of traverse: the group, the order of the block, the wedge in the scene's frame and in that of a mesh, the
// data of single bundles, maps of movers, the stack.

import {
  BLOCK_VECTOR_BYTES, GROUP_BYTES, MAP_BYTES, ORDER_BYTES, SUBRAY_ROOM, TriangleBlock, TWIST_BYTES, WEDGE_BYTES,
  WEDGE_PULSES,
} from './records.generated';
import { moverCount } from './scene';
import { room, stride } from './work';

@inline
export function orderRoom(): usize { return room() + GROUP_BYTES; }
@inline
export function sceneWedge(): usize { return orderRoom() + ORDER_BYTES; }
@inline
export function meshWedge(): usize { return sceneWedge() + WEDGE_BYTES; }

/** A Twist a pulse, in the scene's frame and in that of the mesh. */
@inline
export function sceneTwists(): usize { return meshWedge() + WEDGE_BYTES; }
@inline
export function meshTwists(): usize { return sceneTwists() + <usize>WEDGE_PULSES * TWIST_BYTES; }

/** Vectors of a block of triangles. */
@inline
export function blockVectors(): usize { return meshTwists() + <usize>WEDGE_PULSES * TWIST_BYTES; }

/**
 * For each pulse, stored like its directions: those in the mesh's frame; behind them, if there are
 * exits, these in either frame.
 */
@inline
export function meshRays(): usize { return blockVectors() + BLOCK_VECTOR_BYTES; }
@inline
export function sceneExits(): usize { return meshRays() + subrayRoom() / 3; }
@inline
export function meshExits(): usize { return meshRays() + subrayRoom() / 3 * 2; }

@inline
function subrayRoom(): usize { return max<usize>(SUBRAY_ROOM, 9 * stride); }

/** The map of each pulse into the mesh of a mover; of scenes with movers. */
@inline
export function moverMaps(): usize { return meshRays() + subrayRoom(); }

/** Behind them: a block of triangles of a mover that deforms, at the time of a pulse. */
@inline
export function shapeBlock(): usize { return moverMaps() + <usize>WEDGE_PULSES * MAP_BYTES; }

@inline
export function stack(): usize { return moverCount == 0 ? moverMaps() : shapeBlock() + TriangleBlock.SIZE; }
