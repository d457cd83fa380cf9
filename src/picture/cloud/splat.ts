import type { Projection } from './projection.js';

/** What a camera sees: for each pixel the depth (metres; infinite: nothing) and the colour of the nearest point. */
export interface DepthImage {
  width: number;
  height: number;
  depth: Float32Array;
  color: Uint32Array;
}

/** Points ready to be drawn; `count` entries each (normals: 3 × count). */
export interface Splats {
  count: number;
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
  color: Uint32Array;
  /** Metres; a disc of this radius stands for the surface around the point. */
  radius: Float32Array;
  /** Where the disc faces; all zero: always the camera. */
  normal: Float32Array;
  /** 1: the point is part of a surface that has a front and is not seen from behind; 0: seen from everywhere. */
  oneSided: Uint8Array;
}

/** Discs larger than this would show as discs: what is sparse may look sparse. */
const RADIUS_MAX_PIXELS = 9;
/** A disc seen at a flatter angle than this (cosine) is drawn as if seen at this one: no hair lines, no gaps. */
const TILT_MIN = 0.12;
/** Points nearer than this to a perspective camera are behind its lens, metres. */
const NEAR = 0.05;

/** An image that shows nothing. */
export function createDepthImage(width: number, height: number): DepthImage {
  return {
    width,
    height,
    depth: new Float32Array(width * height).fill(Infinity),
    color: new Uint32Array(width * height),
  };
}

/** Draws points into `image` as discs that lie in their surface, the nearest in front; of equals the first stays. */
export function splat(image: DepthImage, camera: Projection, points: Splats): void {
  const { eye, right, up, forward, focal } = camera;
  const isPerspective = camera.kind === 'perspective';
  const { normal } = points;
  const disc: Disc = { column: 0, row: 0, depth: 0, radius: 0, color: 0, slopeX: 0, slopeY: 0 };
  for (let i = 0; i < points.count; i++) {
    const x = points.x[i] - eye[0];
    const y = points.y[i] - eye[1];
    const z = points.z[i] - eye[2];
    const depth = x * forward[0] + y * forward[1] + z * forward[2];
    if (!(depth > NEAR)) continue;
    const across = x * right[0] + y * right[1] + z * right[2];
    const upwards = x * up[0] + y * up[1] + z * up[2];
    const zoom = isPerspective ? focal / depth : focal;
    // The normal along the camera's axes; `facing` along the ray to the point, which has length 1 along `forward`.
    const [nx, ny, nz] = [normal[3 * i], normal[3 * i + 1], normal[3 * i + 2]];
    const normalRight = nx * right[0] + ny * right[1] + nz * right[2];
    const normalUp = nx * up[0] + ny * up[1] + nz * up[2];
    let facing = nx * forward[0] + ny * forward[1] + nz * forward[2];
    if (isPerspective) facing += (normalRight * across + normalUp * upwards) / depth;
    if (facing > 0 && points.oneSided[i]) continue;
    const tilt = facing > 0 ? Math.max(facing, TILT_MIN) : Math.min(facing, -TILT_MIN);
    disc.column = image.width / 2 + across * zoom;
    disc.row = image.height / 2 - upwards * zoom;
    disc.depth = depth;
    disc.radius = Math.min(RADIUS_MAX_PIXELS, points.radius[i] * zoom);
    disc.color = points.color[i];
    disc.slopeX = -normalRight / tilt;
    disc.slopeY = normalUp / tilt;
    drawDisc(image, disc, zoom);
  }
}

interface Disc {
  column: number;
  row: number;
  depth: number;
  /** Pixels. */
  radius: number;
  color: number;
  /** Metres deeper for a metre to the right, and downwards. */
  slopeX: number;
  slopeY: number;
}

/** Sets the pixels whose middle lies on the disc, and the one that holds its middle, where nothing nearer is. */
function drawDisc(image: DepthImage, disc: Disc, zoom: number): void {
  const { column, row, radius, slopeX, slopeY } = disc;
  setPixel(image, Math.floor(column), Math.floor(row), disc.depth, disc.color);
  if (radius < 0.5) return;
  const top = Math.max(0, Math.ceil(row - radius - 0.5));
  const bottom = Math.min(image.height - 1, Math.floor(row + radius - 0.5));
  const left = Math.max(0, Math.ceil(column - radius - 0.5));
  const right = Math.min(image.width - 1, Math.floor(column + radius - 0.5));
  for (let y = top; y <= bottom; y++) {
    const dy = y + 0.5 - row;
    for (let x = left; x <= right; x++) {
      const dx = x + 0.5 - column;
      const deeper = slopeX * dx + slopeY * dy;
      if (dx * dx + dy * dy + deeper * deeper > radius * radius) continue;
      setPixel(image, x, y, disc.depth + deeper / zoom, disc.color);
    }
  }
}

function setPixel(image: DepthImage, x: number, y: number, depth: number, color: number): void {
  if (x < 0 || y < 0 || x >= image.width || y >= image.height) return;
  const at = y * image.width + x;
  if (depth >= image.depth[at]) return;
  image.depth[at] = depth;
  image.color[at] = color;
}
