/** Side of the cells whose middles are looked at [m]. */
const CELL = 0.05;

/**
 * The share of a square around the origin, `reach` metres to each side, with plants more than `above` metres above the
 * ground, by a raster of the model's triangles seen from straight above: no ray is traced.
 */
export function coverOf(model, { reach, above }) {
  const side = Math.round((2 * reach) / CELL);
  const ground = new Float32Array(side * side).fill(-Infinity);
  const isCovered = new Uint8Array(side * side);
  const isGround = ({ name }) => name.startsWith('ground');
  const raster = { side, reach };
  forTriangles(model, isGround, (corners) => {
    forCells(corners, raster, (cell, z) => {
      ground[cell] = Math.max(ground[cell], z);
    });
  });
  const others = (instance) => !isGround(instance);
  forTriangles(model, others, (corners) => {
    forCells(corners, raster, (cell, z) => {
      if (z > ground[cell] + above) isCovered[cell] = 1;
    });
  });
  return isCovered.reduce((sum, one) => sum + one, 0) / (side * side);
}

/** Calls `use` with the corners, nine numbers, of each triangle of the instances for which `isWanted` holds. */
function forTriangles({ meshes, instances }, isWanted, use) {
  const corners = new Float64Array(9);
  for (const instance of instances.filter(isWanted)) {
    const { positions: p, indices } = meshes[instance.mesh];
    const t = instance.transform;
    for (let i = 0; i < indices.length; i += 3) {
      for (let k = 0; k < 3; k++) {
        const [x, y, z] = [p[3 * indices[i + k]], p[3 * indices[i + k] + 1], p[3 * indices[i + k] + 2]];
        for (let row = 0; row < 3; row++)
          corners[3 * k + row] = t[4 * row] * x + t[4 * row + 1] * y + t[4 * row + 2] * z + t[4 * row + 3];
      }
      use(corners);
    }
  }
}

/** Calls `use` with each cell whose middle lies in the triangle, seen from above, and the triangle's height there. */
function forCells([ax, ay, az, bx, by, bz, cx, cy, cz], { side, reach }, use) {
  const double = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  if (double === 0) return;
  const first = (least) => Math.max(0, Math.ceil((least + reach) / CELL - 0.5));
  const last = (most) => Math.min(side - 1, Math.floor((most + reach) / CELL - 0.5));
  const [left, right] = [first(Math.min(ax, bx, cx)), last(Math.max(ax, bx, cx))];
  const [low, high] = [first(Math.min(ay, by, cy)), last(Math.max(ay, by, cy))];
  for (let row = low; row <= high; row++)
    for (let column = left; column <= right; column++) {
      const x = (column + 0.5) * CELL - reach - ax;
      const y = (row + 0.5) * CELL - reach - ay;
      const v = (x * (cy - ay) - y * (cx - ax)) / double;
      const w = ((bx - ax) * y - (by - ay) * x) / double;
      if (v >= 0 && w >= 0 && v + w <= 1) use(row * side + column, az + v * (bz - az) + w * (cz - az));
    }
}
