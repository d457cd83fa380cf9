import type { PointBatch } from '../../cloud/point-batch.js';
import { pointCoder } from '../../io/clouds/cloud-formats.js';
import type { FindBytes, PointCoder } from '../../io/records/coded-points.js';
import type { CloudHeader } from '../../io/records/point-sink.js';
import { divisionOf } from '../../products/leg-files.js';
import type { CloudPart } from '../../products/made-piece.js';
import { recordedKeys } from '../../products/recorded-fields.js';
import type { CloudOutput } from '../../products/resolve-clouds.js';
import { splitChannels } from '../points/split-channels.js';
import type { SurveyFacts } from './point-setup.js';

/** Codes points for one output of a survey. */
export class CloudCoder {
  readonly layout: CloudOutput['layout'];
  private readonly coder: PointCoder;
  /** Whether each laser has a file. */
  private readonly byChannel: boolean;

  constructor(survey: SurveyFacts, output: CloudOutput, header: CloudHeader) {
    this.layout = output.layout;
    this.coder = pointCoder(output, { ...header, optional: recordedKeys(survey, 'clouds', output) });
    this.byChannel = output.by !== undefined && divisionOf(output.by).channels;
  }

  /** The parts of its files, in memory that `findBytes` finds; none without points. */
  code(points: PointBatch, findBytes: FindBytes): CloudPart[] {
    if (points.count === 0) return [];
    if (!this.byChannel) return [{ points: this.coder.code(points, findBytes) }];
    return splitChannels(points).map(({ channel, points: own }) => ({
      channel,
      points: this.coder.code(own, findBytes),
    }));
  }
}
