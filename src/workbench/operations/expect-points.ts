import type { ExpectedPoints } from '../../simulation/inspect/expect-points.js';
import type { Operation } from '../operation.js';
import { withCloud } from '../with-cloud.js';

/** Estimated result of a run. */
export interface Expectation extends ExpectedPoints {
  /** Bytes of the files that the survey asks for. */
  outputBytes: number;
  /** Bytes that the run writes altogether, the cloud that the page reads included. */
  runBytes: number;
}

/**
 * Estimates the points of a run from some of its pulses: see expectPoints. Throws UserError for a survey or a scene
 * that cannot be read, AbortedError.
 */
export const expectPointsOfText: Operation<{ text: string }, Expectation> = async (bench, { text }, { signal }) => {
  const survey = await bench.survey(text);
  const [{ expectPoints }, { expectedBytes }] = await Promise.all([
    import('../../simulation/inspect/expect-points.js'),
    import('../../simulation/inspect/expected-bytes.js'),
  ]);
  const inspector = await bench.scenes.inspector(survey, { signal });
  const expected = await expectPoints(survey, inspector, { signal });
  const bytesOf = (given: typeof survey) => expectedBytes(given, inspector.scene, expected);
  return { ...expected, outputBytes: bytesOf(survey), runBytes: bytesOf(withCloud(survey, '')) };
};
