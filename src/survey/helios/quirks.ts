/** Treatment of a quirk of HELIOS++ by a conversion. */
interface QuirkPolicy {
  /** Whether a converted survey has it, unless its physics is si. */
  isKept: boolean;
  /** The change if a survey does not have it. */
  without: string;
}

const kept = (without: string): QuirkPolicy => ({ isKept: true, without });
const mended = (without: string): QuirkPolicy => ({ isKept: false, without });

/** The quirks of HELIOS++ by their numbers in docs/helios.md. */
export const QUIRKS: Readonly<Record<number, QuirkPolicy>> = Object.freeze({
  1: mended('every file is searched in all asset folders'),
  2: mended('a scene file that is missing ends the run, unless --lenient is given'),
  3: mended('whole numbers may be written with decimals or an exponent'),
  4: mended('a template passes on everything that it sets'),
  5: mended('the rays of a pulse spread by the divergence of each leg'),
  6: kept('settings of the survey and of legs hold for all channels (--physics si)'),
  7: kept('a threshold in watts is compared with watts, and hides 10⁹ times more'),
  8: mended('angles of channels are degrees'),
  9: kept('lever arms turn with the platform (--physics si)'),
  10: kept(
    'errors of the platform move the points that are written, away from the surfaces (poseError in place of jitter)',
  ),
  11: mended('all random numbers are independent'),
  12: kept('every filter counts, in the order of the file, and voxels turn and grow with their part'),
  13: mended('faces with more than four corners and relative indices are read'),
  14: kept('the lobes of shiny materials reflect no more than they receive (--physics si)'),
  15: kept('reflectances are shares up to 1 (--physics si)'),
  16: kept('a leg stands on the surface below it, not on the lowest one'),
  17: mended('scenes are read from their files, never from a .scene file'),
  18: kept('the scanner tilts with the multicopter'),
  19: kept("mirrors turn at the leg's own frequency"),
  20: mended('a vertical leg keeps the heading of the one before'),
  21: kept('vehicles move the same with any pulse rate'),
  22: kept('attitudes between two poses turn the shorter way, at a constant rate (--physics si)'),
  23: mended('the time between two pulses is that of the leg'),
  24: kept('the divergence is a full angle'),
  25: mended('all rays count, also those of equal distances'),
  26: kept('leaf area density counts with the projection of the leaves'),
  27: mended('energies of channels fall with the square of the range, as those of single lasers do'),
  28: kept('the air dims by its visibility (--physics si: about eight times as much)'),
  29: mended('materials without a diffuse part reflect by their lobe alone'),
  30: kept('energies follow the LiDAR equation (--physics si)'),
  31: kept('echoes are half as far apart before they merge (--physics si)'),
  32: kept('the near limit is rangeMin itself (--physics si)'),
  33: kept('points lie on the surfaces that were met (physics: { points: surface })'),
  34: mended('.bin files are not written'),
  35: mended('classes have 8 bits and coordinates are rounded; the reference system is written'),
  36: mended('random offsets follow from the seed'),
  37: kept('limits of range hold for the measured range (--physics si)'),
  38: kept('lines begin as the clocks of laser and mirror have it (--physics si)'),
  39: kept('parts move on between their updates (--dmotion continuous)'),
});
