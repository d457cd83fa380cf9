/**
 * Cuts a polygon into triangles: a fan for a convex one, ear clipping (Meisters 1975) for a concave one.
 * One object serves a whole file, so that nothing is allocated per polygon.
 */
export class PolygonCutter {
  /** Vertex indices of the polygon to cut; the caller fills in the first `count`. */
  corners = new Uint32Array(64);
  /** Numbers written for each corner: the vertex itself, unless the caller sets and fills another array. */
  written = this.corners;
  private readonly positions: Float32Array;
  private readonly normal = new Float64Array(3);

  /** `positions`: 3 per vertex; polygons may refer to any of them. */
  constructor(positions: Float32Array) {
    this.positions = positions;
  }

  /** Makes room for one more corner than `count`. */
  grow(count: number): void {
    if (count < this.corners.length) return;
    const isSame = this.written === this.corners;
    this.corners = doubled(this.corners);
    this.written = isSame ? this.corners : doubled(this.written);
  }

  /** Writes `count` − 2 triangles to `out` starting at index `at`; returns the index after them. `count` ≥ 3. */
  cut(count: number, out: Uint32Array, at: number): number {
    if (count > 3 && !this.isConvex(count)) return this.clipEars(count, out, at);
    const { written } = this;
    const first = written[0];
    for (let i = 2; i < count; i++) {
      out[at++] = first;
      out[at++] = written[i - 1];
      out[at++] = written[i];
    }
    return at;
  }

  /** Whether all corners turn in the direction of the polygon's mean normal (Newell's). */
  private isConvex(count: number): boolean {
    this.meanNormal(count);
    for (let i = 0; i < count; i++)
      if (this.turn(this.corners[i], this.corners[(i + 1) % count], this.corners[(i + 2) % count]) < 0) return false;
    return true;
  }

  private meanNormal(count: number): void {
    const { corners, positions, normal } = this;
    normal.fill(0);
    for (let i = 0; i < count; i++) {
      const a = 3 * corners[i];
      const b = 3 * corners[(i + 1) % count];
      normal[0] += (positions[a + 1] - positions[b + 1]) * (positions[a + 2] + positions[b + 2]);
      normal[1] += (positions[a + 2] - positions[b + 2]) * (positions[a] + positions[b]);
      normal[2] += (positions[a] - positions[b]) * (positions[a + 1] + positions[b + 1]);
    }
  }

  /** Twice the area of triangle abc seen along the normal: negative if its orientation is reversed. */
  private turn(a: number, b: number, c: number): number {
    const p = this.positions;
    const n = this.normal;
    const ux = p[3 * b] - p[3 * a];
    const uy = p[3 * b + 1] - p[3 * a + 1];
    const uz = p[3 * b + 2] - p[3 * a + 2];
    const vx = p[3 * c] - p[3 * a];
    const vy = p[3 * c + 1] - p[3 * a + 1];
    const vz = p[3 * c + 2] - p[3 * a + 2];
    return (uy * vz - uz * vy) * n[0] + (uz * vx - ux * vz) * n[1] + (ux * vy - uy * vx) * n[2];
  }

  /**
   * Cuts off ears until a triangle is left; if there is no ear (a polygon that crosses itself), cuts off the next
   * corner.
   */
  private clipEars(count: number, out: Uint32Array, at: number): number {
    const { corners, written } = this;
    let tried = 0;
    let i = 0;
    while (count > 3) {
      const stuck = tried >= count || count > MAX_EAR_CORNERS;
      if (!stuck && !this.isEar(i % count, count)) {
        i++;
        tried++;
        continue;
      }
      const ear = (i % count) + 1 === count ? 0 : (i % count) + 1;
      out[at++] = written[i % count];
      out[at++] = written[ear];
      out[at++] = written[(ear + 1) % count];
      if (written !== corners) written.copyWithin(ear, ear + 1, count);
      corners.copyWithin(ear, ear + 1, count--);
      if (ear === 0) i = 0;
      tried = 0;
    }
    out.set(written.subarray(0, 3), at);
    return at + 3;
  }

  /** Whether the corner after number `i` is convex and no other corner lies in its triangle. */
  private isEar(i: number, count: number): boolean {
    const a = this.corners[i];
    const b = this.corners[(i + 1) % count];
    const c = this.corners[(i + 2) % count];
    if (this.turn(a, b, c) <= 0) return false;
    for (let k = 3; k < count; k++) {
      const p = this.corners[(i + k) % count];
      if (p === a || p === b || p === c) continue;
      if (this.turn(a, b, p) >= 0 && this.turn(b, c, p) >= 0 && this.turn(c, a, p) >= 0) return false;
    }
    return true;
  }
}

function doubled(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * array.length);
  larger.set(array);
  return larger;
}

/** Ear clipping takes cubic time in the worst case; larger polygons are cut corner by corner. */
const MAX_EAR_CORNERS = 1000;
