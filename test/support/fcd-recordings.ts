/** Floating car data as SUMO writes it. */

/** A recording of these timesteps: [time, elements]. */
export const fcd = (steps: readonly (readonly [time: number | string, elements: string])[], before = ''): string =>
  [
    `<?xml version="1.0" encoding="UTF-8"?>\n<!-- generated on 2026-11-30 by Eclipse SUMO sumo Version 1.24.0\n${before}\n-->`,
    '<fcd-export xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="http://sumo.dlr.de/xsd/fcd_file.xsd">',
    ...steps.map(([time, elements]) => `    <timestep time="${time}">\n        ${elements}\n    </timestep>`),
    '</fcd-export>',
  ].join('\n');

/** A vehicle of a timestep, at rest unless told otherwise. */
export const vehicle = (facts: Record<string, number | string>): string => {
  const all: Record<string, number | string> = { id: 'a', x: 0, y: 0, angle: 0, type: 'car', speed: 0, ...facts };
  return `<vehicle ${Object.entries(all)
    .map(([key, value]) => `${key}="${value}"`)
    .join(' ')} pos="5.10" lane="e_0" slope="0.00"/>`;
};

/** Where a front is after `turn` radians on a circle of 25 m at 10 m/s, as a recording of each second has it. */
export const onCircle = (turn: number) =>
  vehicle({
    x: (25 * (1 - Math.cos(turn))).toFixed(9),
    y: (25 * Math.sin(turn)).toFixed(9),
    angle: ((turn * 180) / Math.PI).toFixed(9),
    speed: 10,
  });

/** A recording of each second of a car on that circle. */
export const CIRCLE = fcd(Array.from({ length: 5 }, (_, k) => [k, onCircle(0.4 * k)]));
