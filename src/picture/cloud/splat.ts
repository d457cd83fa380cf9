import type { PointColumns } from '../../cloud/point-batch.js';
import { ownersOf, type Share, WHOLE } from '../crew/share.js';
import type { Projection } from './projection.js';

/** A camera's image: for each pixel the depth (metres; infinite: nothing) and the colour of the nearest point. */
export interface DepthImage {
  width: number;
  height: number;
  depth: Float32Array;
  color: Uint32Array;
}

/** Appearance of points; one entry each. */
export interface SplatLooks {
  color: Uint32Array;
  /** Metres; a disc of this radius represents the surface around the point. */
  radius: Float32Array;
  /** 1: the point belongs to a surface with a front and is not visible from behind; 0: visible from everywhere. */
  oneSided: Uint8Array;
}

/** Points ready to be drawn. Their normals are those of the discs; all zero: always facing the camera. */
export type Splats = PointColumns<'x' | 'y' | 'z' | 'normal'> & SplatLooks;

/** Larger discs would be visible as discs: sparse points may look sparse. */
const RADIUS_MAX_PIXELS = 9;
/** A disc seen at a flatter angle (cosine) is drawn at this one, to avoid hair lines and gaps. */
const TILT_MIN = 0.12;
/** Points closer to a perspective camera than this are behind its lens, metres. */
export const NEAR = 0.05;

/** Rows of an image with one owner, as a power of two; a disc has rows of at most two owners. */
const STRIP_BITS = 5;

/** An empty image. `allocate` makes its memory. */
export function createDepthImage(
  width: number,
  height: number,
  allocate = (bytes: number): ArrayBufferLike => new ArrayBuffer(bytes),
): DepthImage {
  return {
    width,
    height,
    depth: new Float32Array(allocate(4 * width * height)).fill(Infinity),
    color: new Uint32Array(allocate(4 * width * height)),
  };
}

/**
 * Draws points into the rows of `image` that `share` owns, as discs that lie in their surface. The nearest is in front;
 * at equal depth the first stays. Every row sees the points in order for any number of lookers.
 */
export function splat(image: DepthImage, camera: Projection, points: Splats, share: Share = WHOLE): void {
  const { x, y, z, normal, oneSided } = points;
  const [eyeX, eyeY, eyeZ] = camera.eye;
  const [rightX, rightY, rightZ] = camera.right;
  const [upX, upY, upZ] = camera.up;
  const [forwardX, forwardY, forwardZ] = camera.forward;
  const { focal } = camera;
  const isPerspective = camera.kind === 'perspective';
  // Behind the middle of the subject, the largest disc shrinks with distance, so that distant parts stay fine.
  const reach = RADIUS_MAX_PIXELS * Math.max(NEAR, camera.middleDepth ?? Infinity);
  const rows = new OwnRows(image, share);
  const disc: Disc = { column: 0, row: 0, depth: 0, radius: 0, color: 0, slopeX: 0, slopeY: 0 };
  for (let i = 0; i < points.count; i++) {
    const dx = x[i] - eyeX;
    const dy = y[i] - eyeY;
    const dz = z[i] - eyeZ;
    const depth = dx * forwardX + dy * forwardY + dz * forwardZ;
    if (!(depth > NEAR)) continue;
    const upwards = dx * upX + dy * upY + dz * upZ;
    const zoom = isPerspective ? focal / depth : focal;
    const row = image.height / 2 - upwards * zoom;
    const radius = Math.min(RADIUS_MAX_PIXELS, reach / depth, points.radius[i] * zoom);
    if (!rows.holdAny(row - radius, row + radius)) continue;
    const across = dx * rightX + dy * rightY + dz * rightZ;
    // The normal along the camera's axes; `facing` is along the ray to the point, which has length 1 along `forward`.
    const nx = normal[3 * i];
    const ny = normal[3 * i + 1];
    const nz = normal[3 * i + 2];
    const normalRight = nx * rightX + ny * rightY + nz * rightZ;
    const normalUp = nx * upX + ny * upY + nz * upZ;
    let facing = nx * forwardX + ny * forwardY + nz * forwardZ;
    if (isPerspective) facing += (normalRight * across + normalUp * upwards) / depth;
    if (facing > 0 && oneSided[i] !== 0) continue;
    const tilt = facing > 0 ? Math.max(facing, TILT_MIN) : Math.min(facing, -TILT_MIN);
    disc.column = image.width / 2 + across * zoom;
    disc.row = row;
    disc.depth = depth;
    disc.radius = radius;
    disc.color = points.color[i];
    disc.slopeX = -normalRight / tilt;
    disc.slopeY = normalUp / tilt;
    drawDisc(image, rows, disc, zoom);
  }
}

/** The looker's own rows of the image: strips at equal distances. */
class OwnRows {
  private readonly height: number;
  private readonly owners: Uint8Array;
  private readonly part: number;

  constructor({ height }: DepthImage, share: Share) {
    this.height = height;
    this.owners = ownersOf(share);
    this.part = share.part;
  }

  /** Whether the looker owns row `y` of the image. */
  hold(y: number): boolean {
    return this.owners[(y >> STRIP_BITS) & (this.owners.length - 1)] === this.part;
  }

  /** Whether it may own one of the rows from `top` to `bottom`, which are at most a strip apart. */
  holdAny(top: number, bottom: number): boolean {
    return (
      bottom >= 0 && top < this.height && (this.hold(Math.max(0, top)) || this.hold(Math.min(bottom, this.height)))
    );
  }
}

interface Disc {
  column: number;
  row: number;
  depth: number;
  /** Pixels. */
  radius: number;
  color: number;
  /** Increase of depth per metre to the right, and downwards. */
  slopeX: number;
  slopeY: number;
}

/**
 * Sets the pixels with their centre on the disc, and the one that contains its centre, unless something nearer is
 * there.
 */
function drawDisc(image: DepthImage, rows: OwnRows, disc: Disc, zoom: number): void {
  const { width, depth, color } = image;
  const { column, row, radius, slopeX, slopeY } = disc;
  const centreX = Math.floor(column);
  const centreY = Math.floor(row);
  if (centreX >= 0 && centreY >= 0 && centreX < width && centreY < image.height && rows.hold(centreY)) {
    const at = centreY * width + centreX;
    if (!(disc.depth >= depth[at])) {
      depth[at] = disc.depth;
      color[at] = disc.color;
    }
  }
  if (radius < 0.5) return;
  const top = Math.max(0, Math.ceil(row - radius - 0.5));
  const bottom = Math.min(image.height - 1, Math.floor(row + radius - 0.5));
  const left = Math.max(0, Math.ceil(column - radius - 0.5));
  const right = Math.min(width - 1, Math.floor(column + radius - 0.5));
  const reach = radius * radius;
  for (let y = top; y <= bottom; y++) {
    if (!rows.hold(y)) continue;
    const dy = y + 0.5 - row;
    for (let x = left, at = y * width + left; x <= right; x++, at++) {
      const dx = x + 0.5 - column;
      const deeper = slopeX * dx + slopeY * dy;
      if (dx * dx + dy * dy + deeper * deeper > reach) continue;
      const behind = disc.depth + deeper / zoom;
      if (behind >= depth[at]) continue;
      depth[at] = behind;
      color[at] = disc.color;
    }
  }
}
