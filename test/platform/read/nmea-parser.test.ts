import { describe, expect, it } from 'vitest';
import { NmeaParser } from '../../../src/platform/read/nmea-parser.js';
import {
  angleOf,
  fieldNumber,
  parseSentence,
  sentencesIn,
  timeOfDay,
} from '../../../src/platform/read/nmea-sentence.js';
import type { TrajectoryOptions } from '../../../src/platform/read/trajectory-parser.js';
import { attitudeDeg, positionsOf } from '../../support/trajectories.js';
import { failure, parse } from './parse.js';

const read = (text: string, options: TrajectoryOptions = {}) => parse(new NmeaParser('log.nmea', options), text);
const fault = (text: string) => failure(() => read(text));

/** A log that keeps its warnings. */
function listening() {
  const warnings: string[] = [];
  return { warnings, log: { info: () => {}, warn: (message: string) => warnings.push(message) } };
}

/** The sentence with its checksum. */
function sealed(body: string): string {
  const sum = [...body].reduce((xor, letter) => xor ^ letter.charCodeAt(0), 0);
  return `$${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}\r\n`;
}

const gga = (time: string, minutes: string, height = '545.4') =>
  sealed(`GPGGA,${time},48${minutes},N,01131.000,E,1,08,0.9,${height},M,46.9,M,,`);
/**
 * One minute of latitude at 48° N: the meridian's radius of curvature a (1 − e²)/(1 − e² sin² φ)^1.5 times the angle.
 */
const MINUTE =
  ((6_378_137 * (1 - 0.00669437999)) / (1 - 0.00669437999 * Math.sin((48 * Math.PI) / 180) ** 2) ** 1.5) *
  (Math.PI / 10_800);

describe('a log of NMEA', () => {
  it.each([
    ['heading', 'GPHDT,1000000000,T'],
    ['heading', 'PASHR,000002.000,1000000000,T,0,0,0,0,0,0,0,0'],
    ['pitch', 'PASHR,000002.000,1,T,0,1000000000,0,0,0,0,0,0'],
    ['roll', 'PASHR,000002.000,1,T,1000000000,0,0,0,0,0,0,0'],
  ])('takes a sentence with an absurd %s for a damaged one: %s', (angle, body) => {
    const { log, warnings } = listening();
    read(gga('000001', '00.000') + sealed(body) + gga('000002', '00.000'), { log });
    expect(warnings.join()).toContain(
      `log.nmea: a damaged sentence is left out; line 2: ${angle}: found 1000000000, expected an angle of at most`,
    );
  });

  it('gives positions from GGA, heights above sea level, and the course', () => {
    const trajectory = read(gga('123519', '00.000') + gga('123520.50', '00.010', '547.4'));
    expect([...trajectory.times]).toEqual([45_319, 45_320.5]);
    const [x, y, z] = positionsOf(trajectory)[1];
    expect([x, y, z]).toEqual([expect.closeTo(0, 6), expect.closeTo(0.01 * MINUTE, 2), expect.closeTo(2, 3)]);
    expect(attitudeDeg(trajectory, 0)).toEqual([0, 0, 0].map((angle) => expect.closeTo(angle, 6)));
  });

  it('takes headings from HDT, for the time before them', () => {
    const trajectory = read(
      gga('000001', '00.000') +
        sealed('GPHDT,274.07,T') +
        gga('000003', '00.010') +
        sealed('HEHDT,284.07,T') +
        gga('000004', '00.020'),
    );
    expect([0, 1, 2].map((k) => attitudeDeg(trajectory, k)[0])).toEqual(
      [-85.93, -75.93, -75.93].map((h) => expect.closeTo(h, 5)),
    );
  });

  it('takes attitudes from PASHR, at its own times', () => {
    // NovAtel's example of the sentence, with its checksum.
    const pashr = '$PASHR,163029.000,158.09,T,-0.30,+0.31,+0.01,0.029,0.029,0.059,1,1*3B\r\n';
    const trajectory = read(
      gga('163028', '00.000') +
        pashr +
        sealed('PASHR,163029.500,160.09,T,-0.30,+0.31,+0.01,0.029,0.029,0.059,1,1') +
        sealed('GPHDT,1.0,T') +
        gga('163030', '00.020'),
    );
    expect([...trajectory.times].map((time) => time - 59_400)).toEqual([28, 29, 29.5, 30]);
    expect(attitudeDeg(trajectory, 1)).toEqual([158.09, 0.31, -0.3].map((angle) => expect.closeTo(angle, 3)));
    expect(attitudeDeg(trajectory, 2)[0]).toBeCloseTo(160.09, 3);
    expect(positionsOf(trajectory)[1][1]).toBeCloseTo(0.01 * MINUTE, 2);
  });

  it('gives positions from RMC where there is no GGA, and says so', () => {
    const { log, warnings } = listening();
    // The example that descriptions of NMEA 0183 have, with its checksum.
    const rmc = '$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\n';
    const trajectory = read(rmc + sealed('GNRMC,123520,A,4807.048,N,01131.000,E,022.4,084.4,230394,003.1,W'), { log });
    expect(positionsOf(trajectory)[1][1]).toBeCloseTo(0.01 * MINUTE, 2);
    expect(warnings).toEqual(['log.nmea: found no GGA: positions are those of RMC, at height 0']);
  });

  it('goes on after midnight', () => {
    expect([...read(gga('235959', '00.000') + gga('000001', '00.010')).times]).toEqual([86_399, 86_401]);
  });

  it('passes over other sentences, other lines, and fixes that are not valid', () => {
    const noise = `# log\n$GPGSV,1,1,00*00\n!AIVDM,1\n${sealed('GPGGA,123519,,,,,0,00,,,M,,M,,')}${sealed('GPRMC,123519,V,,,,,,,230394,,')}${sealed('PASHR,POS,1,2')}`;
    expect(read(noise + gga('123520', '00.000') + noise + gga('123521', '00.010')).times).toHaveLength(2);
  });

  it('passes over sentences that lack what they are for', () => {
    const lacking = [
      'GPGGA,,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,',
      'GPGGA,123520,4807.038,N,01131.000,E,,08,0.9,545.4,M,46.9,M,,',
      'GPGGA,123520,4807.038,N,01131.000,E,0,08,0.9,545.4,M,46.9,M,,',
      'GPRMC,,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W',
      'GPHDT,,T',
      'PASHR,,158.09,T,-0.30,+0.31,+0.01,0.029,0.029,0.059,1,1',
      'PASHR,A123520,158.09,T,-0.30,+0.31,+0.01,0.029,0.029,0.059,1,1',
      'PASHR,12352,158.09,T,-0.30,+0.31,+0.01,0.029,0.029,0.059,1,1',
      'PASHR,123520,,T,-0.30,+0.31,+0.01,0.029,0.029,0.059,1,1',
      'PASHR',
    ].map(sealed);
    // A heading before the first time has none.
    const before = sealed('GPHDT,33.0,T');
    const track = gga('123519', '00.000') + lacking.join('') + gga('123522', '00.010');
    const trajectory = read(before + track);
    expect([...trajectory.times]).toEqual([45_319, 45_322]);
    expect([0, 1].map((k) => attitudeDeg(trajectory, k)[0])).toEqual([0, 0].map((h) => expect.closeTo(h, 5)));
  });

  it('follows its course with a single heading, and with headings where there is a single attitude', () => {
    const [start, end] = [gga('000001', '00.000'), gga('000005', '00.020')];
    expect(attitudeDeg(read(start + sealed('GPHDT,90.0,T') + end), 0)[0]).toBeCloseTo(0, 5);
    const two = read(start + sealed('GPHDT,90.0,T') + end + sealed('GPHDT,100.0,T'));
    expect([0, 1].map((k) => attitudeDeg(two, k)[0])).toEqual([90, 100].map((h) => expect.closeTo(h, 5)));
  });

  it('takes the last of the headings of one time', () => {
    const trajectory = read(
      gga('000001', '00.000') +
        sealed('GPHDT,90.0,T') +
        sealed('GPHDT,80.0,T') +
        gga('000003', '00.010') +
        sealed('GPHDT,70.0,T'),
    );
    expect([0, 1].map((k) => attitudeDeg(trajectory, k)[0])).toEqual([80, 70].map((h) => expect.closeTo(h, 5)));
  });

  it('takes RMC for times only where there is GGA', () => {
    const rmc = (time: string) => sealed(`GPRMC,${time},A,4809.000,N,01131.000,E,022.4,084.4,230394,003.1,W`);
    const { log, warnings } = listening();
    const trajectory = read(
      rmc('000001') +
        gga('000002', '00.000') +
        rmc('000003') +
        sealed('GPHDT,20.0,T') +
        gga('000004', '00.010') +
        sealed('GPHDT,40.0,T'),
      { log },
    );
    expect([...trajectory.times]).toEqual([2, 3, 4]);
    expect(positionsOf(trajectory)[1][1]).toBeCloseTo(0.005 * MINUTE, 2);
    expect([0, 1, 2].map((k) => attitudeDeg(trajectory, k)[0])).toEqual([20, 20, 40].map((h) => expect.closeTo(h, 4)));
    expect(warnings).toEqual([]);
  });

  it('leaves out damaged sentences, and tells their count and the first', () => {
    const [first, last] = [gga('123519', '00.000'), gga('123523', '00.040')];
    const damaged = gga('123520', '00.010').replace('545.4', '545.5');
    const cut = '$GPGGA,123521,48\n';
    const glued = `$GPGGA,123522,4800.0${gga('123522', '00.030')}`;
    const turned = sealed('GPHDT,x,T');
    const { log, warnings } = listening();
    const { times } = read(first + damaged + cut + glued + turned + last, { log });
    expect([...times]).toEqual([45_319, 45_322, 45_323]);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^log.nmea: 4 damaged sentences are left out; the first, line 2: found the checksum "\w\w", expected \w\w for/,
      ),
    ]);
  });

  it('passes over bytes of other protocols, between sentences and in them', () => {
    const parser = new NmeaParser('log.nmea', listening());
    const bytes = (text: string) => Buffer.from(text, 'latin1');
    // A binary message of a receiver, and a byte that is lost on the line.
    const binary = Buffer.from([0xb5, 0x62, 0x01, 0x07, 0x5c, 0x00, 0xff, 0x80, 0x24, 0xfe, 0x0d, 0x0a]);
    const spoilt = bytes(gga('123520', '00.010'));
    spoilt[20] = 0xff;
    for (const part of [bytes(gga('123519', '00.000')), binary, spoilt, bytes(gga('123521', '00.020'))])
      parser.push(part);
    expect([...parser.finish().times]).toEqual([45_319, 45_321]);
  });

  it('does not set its clock by a damaged sentence', () => {
    const damaged = sealed('GPGGA,003520,48x7.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,');
    const { times } = read(gga('123519', '00.000') + damaged + gga('123520', '00.010'));
    expect([...times]).toEqual([45_319, 45_320]);
  });

  it('may have time stamps before its sentences, and words behind them', () => {
    const { times } = read(
      `2024-05-01T12:35:19Z ${gga('123519', '00.000')}[1.25] ${gga('123520', '00.010').trim()} \tCOM1\r\n`,
    );
    expect([...times]).toEqual([45_319, 45_320]);
  });

  it('is refused by its first damage where nothing is whole', () => {
    const damaged = gga('123520', '00.010').replace('545.4', '545.5');
    expect(fault(damaged)).toMatch(/^log.nmea:1: found the checksum "\w\w", expected \w\w for this sentence/);
    expect(fault(sealed('GPGGA,123519,48x7.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,'))).toContain(
      'log.nmea:1: GGA: found "48x7.038,N" (field 2), expected degrees and minutes such as 4807.038,N',
    );
    expect(fault(sealed('GPGGA,250000,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,'))).toBe(
      'log.nmea:1: GGA: found "250000" (field 1), expected a time hhmmss.ss',
    );
    expect(fault(gga('123519', '00.000', '5x'))).toBe(
      'log.nmea:1: GGA: found "5x" as height (field 9), expected a number',
    );
    expect(fault('nothing\n')).toBe('log.nmea: found no valid position, expected sentences GGA or RMC');
    expect(fault(gga('000002', '00.000') + gga('000001', '00.010'))).toBe(
      'log.nmea:2: found the time 1 s, expected more than 2 s (line 1)',
    );
  });
});

describe('a sentence', () => {
  const place = { file: 'log.nmea', line: 1 };

  it('may do without a checksum, and has its talker taken off', () => {
    expect(parseSentence('HEHDT,12.5,T', new Set(['HDT']), place)).toEqual({
      type: 'HDT',
      fields: ['12.5', 'T'],
      place,
    });
    expect(parseSentence('GPGGA,1*00', new Set(['HDT']), place)).toBeUndefined();
    expect(sentencesIn('12:00:01 $GPGGA,1$HEHDT,2')).toEqual(['GPGGA,1', 'HEHDT,2']);
    expect(sentencesIn('no sentence')).toEqual([]);
  });

  const sentence = (...fields: string[]) => ({ type: 'GGA', fields, place });

  it('has angles in degrees and minutes, negative in the south and the west', () => {
    const degrees = (...fields: string[]) => (angleOf(sentence('x', ...fields), 1) * 180) / Math.PI;
    expect(degrees('4830.000', 'N')).toBeCloseTo(48.5, 12);
    expect(degrees('4830.000', 'S')).toBeCloseTo(-48.5, 12);
    expect(degrees('01115', 'E')).toBeCloseTo(11.25, 12);
    expect(degrees('17959.994', 'W')).toBeCloseTo(-179.9999, 12);
    for (const fields of [
      ['4860.000', 'N'],
      ['4830.000', 'X'],
      ['4830.000', 'NE'],
      ['4830.000'],
      ['830.0', 'N'],
      ['x4830.0', 'N'],
      ['4830,0', 'N'],
      [],
    ])
      expect(() => degrees(...fields), fields.join()).toThrow('expected degrees and minutes');
  });

  it('has times of the day, of leap seconds too', () => {
    expect(timeOfDay(sentence('013205.25'), 0)).toBe(5525.25);
    expect(timeOfDay(sentence('235960.5'), 0)).toBe(86_400.5);
    for (const text of ['240000', '236000', '235961', '2359', 'x013205', '0132055', ''])
      expect(() => timeOfDay(sentence(text), 0), text).toThrow('expected a time hhmmss.ss');
  });

  it('has numbers in decimals', () => {
    expect(['7', '+7.5', '-0.25', '3.'].map((text) => fieldNumber(sentence('', text), 1, 'the height'))).toEqual([
      7, 7.5, -0.25, 3,
    ]);
    for (const text of ['', '.5', '1e3', '7m', 'm7', '--7'])
      expect(() => fieldNumber(sentence('', text), 1, 'the height'), text).toThrow(
        'as the height (field 2), expected a number',
      );
  });
});
