/** Marks corners without a texture coordinate. */
const NO_UV = -1;

/** Inverse of the largest load of the hash table: ½. */
const SPARSE = 2;
const FIRST_EXTRA = 1024;

/**
 * The vertices needed by corners with texture coordinates: OBJ numbers both separately, a mesh has one pair per vertex.
 * The first pair of a vertex keeps its number; each other pair makes a new vertex, numbered after those of the file.
 */
export class CornerVertices {
  private readonly vertexCount: number;
  /** Texture coordinate of each vertex of the file; NO_UV as long as no corner has set one. */
  private readonly first: Int32Array;
  /** The file's vertex and the texture coordinate of each additional vertex. */
  private source = new Uint32Array(FIRST_EXTRA);
  private uv = new Uint32Array(FIRST_EXTRA);
  private extraCount = 0;
  /** Number of an additional vertex plus 1, in a slot given by its pair; 0: free. */
  private table = new Uint32Array(FIRST_EXTRA * SPARSE);

  /** `vertexCount`: number of vertices in the file. */
  constructor(vertexCount: number) {
    this.vertexCount = vertexCount;
    this.first = new Int32Array(vertexCount).fill(NO_UV);
  }

  /** The vertex for the file's vertex `vertex` with its texture coordinate `uv`. */
  vertexFor(vertex: number, uv: number): number {
    const first = this.first[vertex];
    if (first === uv) return vertex;
    if (first !== NO_UV) return this.vertexCount + this.extraFor(vertex, uv);
    this.first[vertex] = uv;
    return vertex;
  }

  /** Values of all vertices, `size` each: the file's `own`, and copies for the additional vertices. */
  copies(own: Float32Array, size: number): Float32Array {
    if (this.extraCount === 0) return own;
    const all = new Float32Array(own.length + size * this.extraCount);
    all.set(own);
    for (let k = 0; k < this.extraCount; k++)
      for (let i = 0; i < size; i++) all[own.length + size * k + i] = own[size * this.source[k] + i];
    return all;
  }

  /** The texture coordinate of a vertex, or whatever number `vertexFor` was given with it; undefined without any. */
  secondOf(vertex: number): number | undefined {
    const { vertexCount, first, uv } = this;
    const second = vertex < vertexCount ? first[vertex] : uv[vertex - vertexCount];
    return second === NO_UV ? undefined : second;
  }

  /** Texture coordinates of all vertices, 2 each, from the file's (2 each); 0 for vertices without any. */
  uvs(coordinates: Float32Array): Float32Array {
    const all = new Float32Array(2 * (this.vertexCount + this.extraCount));
    for (let v = 0; v < all.length / 2; v++) {
      const index = this.secondOf(v);
      if (index === undefined) continue;
      all[2 * v] = coordinates[2 * index];
      all[2 * v + 1] = coordinates[2 * index + 1];
    }
    return all;
  }

  private extraFor(vertex: number, uv: number): number {
    let place = this.placeOf(vertex, uv);
    const known = this.table[place];
    if (known > 0) return known - 1;
    if (this.extraCount === this.source.length) {
      this.grow();
      place = this.placeOf(vertex, uv);
    }
    this.source[this.extraCount] = vertex;
    this.uv[this.extraCount] = uv;
    this.table[place] = ++this.extraCount;
    return this.extraCount - 1;
  }

  /** Slot of the pair in the table, or the free slot for it. */
  private placeOf(vertex: number, uv: number): number {
    const mask = this.table.length - 1;
    let place = hash(vertex, uv) & mask;
    for (let number = this.table[place]; number > 0; number = this.table[place]) {
      if (this.source[number - 1] === vertex && this.uv[number - 1] === uv) break;
      place = (place + 1) & mask;
    }
    return place;
  }

  private grow(): void {
    const [source, uv] = [new Uint32Array(2 * this.source.length), new Uint32Array(2 * this.uv.length)];
    source.set(this.source);
    uv.set(this.uv);
    [this.source, this.uv] = [source, uv];
    this.table = new Uint32Array(SPARSE * source.length);
    for (let k = 0; k < this.extraCount; k++) this.table[this.placeOf(source[k], uv[k])] = k + 1;
  }
}

/** A 32-bit hash of a pair, by the finalizer of MurmurHash3 (Appleby 2011). */
function hash(vertex: number, uv: number): number {
  let h = Math.imul(vertex, 0x9e3779b1) ^ uv;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
