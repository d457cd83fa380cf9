/**
 * The result of `make` for a look, made once. A program of the GPU goes with its last material, and the next would wait
 * some ten milliseconds for a new one. Looks are few, and of plain values.
 */
export function kept<Look, Material>(make: (look: Look) => Material): (look: Look) => Material {
  const known = new Map<string, Material>();
  return (look) => {
    const key = JSON.stringify(look);
    const material = known.get(key) ?? make(look);
    known.set(key, material);
    return material;
  };
}
