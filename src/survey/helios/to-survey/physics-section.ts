import type { HeliosReading } from '../helios-reading.js';
import type { HeliosSurvey } from '../survey-xml.js';

/** The kind of physics, with other energies where they are asked for. Notes the quirks that HELIOS++'s physics has. */
export function physicsSection(reading: HeliosReading, survey: HeliosSurvey): { physics?: unknown } {
  const { physics, energy, incidence } = reading;
  if (physics === 'helios') noteQuirks(reading, survey);
  if (energy !== undefined || incidence !== undefined)
    return { physics: { like: physics, ...(energy && { energy }), ...(incidence && { incidence }) } };
  return physics === 'helios' ? { physics } : {};
}

function noteQuirks({ quirks, energy }: HeliosReading, { scanner, scene, detector, fwf }: HeliosSurvey): void {
  const { place, devices, isMultiple } = scanner;
  const [{ threshold, rangeMin }] = devices;
  quirks.note(7, place, `the threshold, ${threshold} W, is compared with nanowatts`);
  quirks.note(14, scene.place, 'materials that shine (Ks) do so by a lobe that is not normalised');
  quirks.note(15, scene.place, 'reflectances count as written, those of spectra in percent, and unknown ones are 50');
  quirks.note(24, place, 'divergences are half angles, at 1/e²');
  if (fwf.quality > 1) {
    quirks.note(25, place, 'of the rays of a pulse that have the same distance, HELIOS++ counts one');
    quirks.note(33, place, "points lie on the beams' axes, wherever the rays of a pulse meet surfaces");
  }
  quirks.note(28, place, 'the air dims light about eight times less than its visibility says');
  if (energy === 'improved') quirks.note(30, place, 'energies mix radians and metres, and fall with the fourth power');
  quirks.note(31, place, 'times of waveforms count one way');
  if ((detector.rangeMin ?? rangeMin) > 0)
    quirks.note(
      32,
      place,
      `pulses that hit something nearer than ${detector.rangeMin ?? rangeMin} m and the rise of a pulse are lost`,
    );
  if (isMultiple && energy !== 'improved')
    quirks.note(
      27,
      place,
      `HELIOS++ computes the energies of scanners with channels by its improved model, whatever it is asked for; here, as for all scanners, the ${energy ?? 'legacy'} model does`,
    );
}
