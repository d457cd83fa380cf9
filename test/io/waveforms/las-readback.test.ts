import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { NO_WAVEFORM, powerOf } from '../../../src/cloud/waveform-batch.js';
import { createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { readPoints } from '../../../src/io/clouds/read-points.js';
import { openLas } from '../../../src/io/las-files/las-file.js';
import { LAS_WAVEFORMS } from '../../../src/io/waveforms/readers/las.js';
import { checkClose } from '../../support/quick-checks.js';
import { cloudHeader, temporaryFolder } from '../sample-cloud.js';
import { INTERVAL, sampleWaveforms } from './sample-waveforms.js';

const folder = temporaryFolder();
const { points, waveforms } = sampleWaveforms(300, 5, { bits: 12 });
const read = (path: string, ...numbers: number[]) => LAS_WAVEFORMS.read(nodeFiles, path, new Set(numbers));

/** Numbers of the parts of each pulse that has points with waveforms, in order. */
const pulses = (() => {
  const byPulse = new Map<number, Set<number>>();
  for (const part of points.waveform!)
    if (part !== NO_WAVEFORM) {
      const pulse = waveforms.pulse[part];
      byPulse.set(pulse, (byPulse.get(pulse) ?? new Set()).add(part));
    }
  return [...byPulse.values()].map((parts) => [...parts]);
})();

describe.each([
  ['internal', 'las'],
  ['external', 'las'],
  ['internal', 'laz'],
  ['external', 'laz'],
] as const)('%s waveforms of %s', (where, format) => {
  const path = join(folder, format === 'las' ? `${where}.las` : `packed-${where}.laz`);
  beforeAll(async () => {
    const output = { path, format, waveforms: where, fields: 'all' } as const;
    const sink = await createPointSink(output, cloudHeader(), { files: nodeFiles });
    await sink.write(points, waveforms);
    await sink.finish();
  });

  it('come back by pulse, with the places of their returns and their times', async () => {
    const found = await read(path, ...pulses.map((_, k) => k + 1));
    expect(found.map(({ number }) => number)).toEqual(pulses.map((_, k) => k + 1));
    found.forEach(({ parts, fromEmission, pointSourceId, time }, k) => {
      expect([fromEmission, pointSourceId, time]).toEqual([true, 7, waveforms.time[pulses[k][0]]]);
      expect(parts).toHaveLength(pulses[k].length);
      parts.forEach(({ start, interval, power, returns }, p) => {
        const part = pulses[k][p];
        expect(interval).toBe(INTERVAL);
        expect(start).toBeCloseTo(waveforms.firstSample[part] * INTERVAL, 14);
        const times = [...points.returnTime!].filter((_, i) => points.waveform![i] === part);
        expect(returns).toHaveLength(times.length);
        times
          .toSorted((a, b) => a - b)
          .forEach((expected, r) => {
            expect(returns[r]).toBeCloseTo(expected, 15);
          });
        [...powerOf(waveforms, part)].forEach((expected, s) => {
          checkClose(power[s], expected, 0.5e-18, `${k}, ${s}`);
        });
      });
    });
  });

  it('leaves out numbers that the file does not have', async () => {
    expect((await read(path, 3, pulses.length + 1)).map(({ number }) => number)).toEqual([3]);
  });

  it('gives points with the times of their returns', async () => {
    let count = 0;
    for await (const batch of readPoints(await openLas(nodeFiles, path)))
      for (let i = 0; i < batch.count; i++, count++)
        expect(batch.returnTime?.[i]).toBeCloseTo(
          points.waveform![count] === NO_WAVEFORM ? 0 : points.returnTime![count],
          15,
        );
    expect(count).toBe(points.count);
  });
});

describe('a file', () => {
  let bytes = new Uint8Array();
  let pointsAt = 0;
  beforeAll(async () => {
    bytes = readFileSync(join(folder, 'internal.las'));
    pointsAt = new DataView(bytes.buffer, bytes.byteOffset).getUint32(96, true);
  });

  let spoilt = 0;
  const spoil = (change: (view: DataView, bytes: Uint8Array) => unknown): string => {
    const copy = Uint8Array.from(bytes);
    const changed = change(new DataView(copy.buffer), copy);
    const path = join(folder, `spoilt-${spoilt++}.las`);
    writeFileSync(path, changed instanceof Uint8Array ? changed : copy);
    return path;
  };
  const messageOf = async (path: string): Promise<string> => {
    const error: unknown = await read(path, 1).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(UserError);
    return (error as UserError).format();
  };
  const descriptorAt = () => Buffer.from(bytes).indexOf('Waveforms of') - 22 + 54;

  it.each<[string, (view: DataView, bytes: Uint8Array) => unknown, RegExp]>([
    [
      'whose offset lies behind its end',
      (view) => view.setBigUint64(pointsAt + 31, 10n ** 15n, true),
      /spoilt-\d+\.las: the waveform of point 0: found bytes 10\d+ to 10\d+, expected some of the file's \d+/,
    ],
    [
      'with a packet that is too small',
      (view) => view.setUint32(pointsAt + 39, 1, true),
      /found a packet of 1 byte, expected \d+ for \d+ samples of 16 bits/,
    ],
    [
      'whose descriptor is missing',
      (view) => view.setUint8(pointsAt + 30, 200),
      /point 0 has a waveform of descriptor 200; the file has 1, 2/,
    ],
    [
      'of endless packets',
      (view) => view.setUint32(descriptorAt() + 2, 4e9, true),
      /found 4000000000 samples, expected 1048576 at most/,
    ],
    ['of compressed packets', (view) => view.setUint8(descriptorAt() + 1, 1), /found compression 1/],
    ['of 11 bits', (view) => view.setUint8(descriptorAt(), 11), /found samples of 11 bits/],
    ['cut within its packets', (_, all) => all.slice(0, all.length - 3000), /found bytes \d+ to \d+, expected some of/],
    [
      'whose packets are beside it, but missing',
      (view) => view.setUint16(6, 0b10101, true),
      /its waveforms are in .*spoilt-\d+\.wdp, which is not there/,
    ],
    ['without waveforms', (view) => view.setUint8(104, 6), /point format 6 has no waveforms/],
    [
      'of a compressed format',
      (view) => view.setUint8(104, 9 | 0x80),
      /lacks the record that describes its compression/,
    ],
  ])('%s is refused', async (name, change, message) => {
    const path = spoil(change);
    if (name.startsWith('cut')) await expect(read(path, ...pulses.map((_, k) => k + 1))).rejects.toThrow(message);
    else expect(await messageOf(path)).toMatch(message);
  });

  it('loses its .wdp', async () => {
    const [las, wdp] = ['las', 'wdp'].map((ending) => join(folder, `external.${ending}`));
    rmSync(wdp);
    await expect(read(las, 1)).rejects.toThrow(`its waveforms are in ${wdp}, which is not there`);
  });
});
