/**
 * What `make` makes of a look, once for each: a program of the GPU goes with the last material that has it, and the
 * next one would wait some ten milliseconds for its own. Looks are few, and of plain values.
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
