import { counted } from '../../base/text.js';
import { isMiss } from '../../cloud/misses.js';
import type { PointBatch } from '../../cloud/point-batch.js';
import { RETURN_NUMBERS } from '../las/las-header.js';

/**
 * Changes points to the values that LAS allows, and counts the changes: returns 1 … 15 of as many, but for misses,
 * angles of half a turn, times.
 */
export class LawfulPoints {
  private returns = 0;
  private angles = 0;
  private blanks = 0;
  private times = 0;

  /** Changes `batch` in place. */
  apply(batch: PointBatch): void {
    const { count, returnNumber, returnCount, scanAngle, gpsTime } = batch;
    for (let i = 0; i < count; i++) {
      const least = isMiss(batch, i) ? 0 : 1;
      const number = Math.min(Math.max(returnNumber[i], least), RETURN_NUMBERS);
      const total = Math.min(Math.max(returnCount[i], number), RETURN_NUMBERS);
      // Clouds without returns have 0 of 0.
      if ((number !== returnNumber[i] || total !== returnCount[i]) && returnNumber[i] + returnCount[i] > 0)
        this.returns++;
      returnNumber[i] = number;
      returnCount[i] = total;
      if (!Number.isFinite(gpsTime[i])) {
        this.times++;
        gpsTime[i] = 0;
      }
      if (Math.abs(scanAngle[i]) <= Math.PI) continue;
      if (Number.isNaN(scanAngle[i])) this.blanks++;
      else this.angles++;
      scanAngle[i] = Number.isNaN(scanAngle[i]) ? 0 : Math.sign(scanAngle[i]) * Math.PI;
    }
  }

  /** The changes, one sentence each. */
  texts(): string[] {
    const texts: string[] = [];
    if (this.returns > 0)
      texts.push(
        `return numbers of ${counted(this.returns, 'point')} are not 1 … ${RETURN_NUMBERS} of as many; the nearest is written`,
      );
    if (this.angles > 0)
      texts.push(`scan angles of ${counted(this.angles, 'point')} are beyond half a turn; the nearest is written`);
    if (this.blanks > 0) texts.push(`scan angles of ${counted(this.blanks, 'point')} are no numbers; 0 is written`);
    if (this.times > 0) texts.push(`GPS times of ${counted(this.times, 'point')} are not finite; 0 is written`);
    return texts;
  }
}
