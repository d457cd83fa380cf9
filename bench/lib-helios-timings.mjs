// Timings of HELIOS++ on another machine, for machines without its program.
import { existsSync, readFileSync } from 'node:fs';

/**
 * Seconds of the processors, user, where they are known (`-j 2`, LAS, 2 cores, in a run of its own, beside subray). The
 * other numbers come from `reference/timings.md`, which has none of these.
 */
const USER_SECONDS = { als_toyblocks: 11.1, mls_toyblocks: 5.5, wheat16_hdl64: 64, birch12_hdl64: 45 };

/**
 * Total and simulated seconds (wall), user seconds and peak memory by the survey's name, from the table of
 * `file`; empty without it.
 */
export function readTimings(file) {
  const rows = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return new Map(rows.flatMap((row) => timingOf(row.split('|').map((cell) => cell.trim()))));
}

/**
 * Cells: nothing before the first bar, survey, pulses, subrays, points, total, simulate, subrays a second, peak in MB.
 */
function timingOf([, survey = '', , , , total, simulate, , peak]) {
  const name = /^\w+\/(\w+)/.exec(survey)?.[1];
  if (!name) return [];
  return [
    [name, { total: Number(total), simulate: Number(simulate), user: USER_SECONDS[name], peakMegabytes: Number(peak) }],
  ];
}
