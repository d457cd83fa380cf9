/** The laser that programs look for: on the roof. */
export const TOP = 'LIDAR_TOP';

/**
 * Names of nuScenes for the lasers of scanners with these names, each its own: LIDAR_LEFT for `left`. Where none is
 * LIDAR_TOP by its name, the first one is, since programs require it.
 */
export function channelsOf(names: readonly string[]): string[] {
  const taken = new Set<string>();
  const channels = names.map((name, k) => {
    const words = name
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '_')
      .replace(/^_|_$/g, '');
    const plain = /^LIDAR_./.test(words) ? words : `LIDAR_${words || k + 1}`;
    let own = plain;
    for (let number = 2; taken.has(own); number++) own = `${plain}_${number}`;
    taken.add(own);
    return own;
  });
  return channels.includes(TOP) ? channels : channels.map((channel, k) => (k === 0 ? TOP : channel));
}
