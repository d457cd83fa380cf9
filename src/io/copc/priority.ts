/** A 32-bit number by the number of a point in its survey, spread evenly (MurmurHash3's last step, Appleby 2011). */
export function priorityOf(number: number): number {
  const above = Math.floor(number / 2 ** 32);
  return mixed(above === 0 ? number : number ^ mixed(above));
}

/** Each bit of the result depends on all bits of the value. */
function mixed(value: number): number {
  let bits = value >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
