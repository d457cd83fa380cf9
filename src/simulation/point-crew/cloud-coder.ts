import type { PointBatch } from '../../cloud/point-batch.js';
import { pointCoder } from '../../io/clouds/cloud-formats.js';
import type { FindBytes, PointCoder } from '../../io/records/coded-points.js';
import { cloudHeader } from '../../products/cloud-header.js';
import { divisionOf } from '../../products/leg-files.js';
import type { CloudPart } from '../../products/made-piece.js';
import type { PointHeaders } from '../../products/product.js';
import type { CloudOutput } from '../../products/resolve-clouds.js';
import { splitChannels } from '../points/split-channels.js';
import type { SurveyFacts } from './point-setup.js';

/** Codes points for one output of a survey. */
export class CloudCoder {
  readonly layout: CloudOutput['layout'];
  /** Whether it wants points of pulses without returns, too. */
  readonly keepsMisses: boolean;
  private readonly coder: PointCoder;
  /** Whether each laser has a file. */
  private readonly byChannel: boolean;

  constructor(survey: SurveyFacts, output: CloudOutput, headers: PointHeaders) {
    this.layout = output.layout;
    this.keepsMisses = output.misses === true;
    this.coder = pointCoder(output, cloudHeader(headers, survey, output));
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
