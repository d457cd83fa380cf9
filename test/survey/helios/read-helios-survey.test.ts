import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { loadSurvey } from '../../../src/node-surveys.js';
import { systematicErrorsAt } from '../../../src/scanner/systematic-errors.js';
import { convertHeliosSurvey } from '../../../src/survey/helios/read-helios-survey.js';
import { faultOf } from '../../scene/scene-files.js';
import {
  convertHelios,
  document,
  filter,
  leg,
  load,
  PLATE,
  part,
  refusal,
  usual,
  vz400,
  writeHeliosSurvey,
} from '../../support/helios-survey.js';

const FLIGHT = {
  templates: usual('pulseFreq_hz="10000" scanFreq_hz="100"'),
  platform: '<platform id="p" type="linearpath"/>',
};

/** Quirks that every survey of a tripod touches. */
const OF_PHYSICS = [7, 9, 14, 15, 24, 25, 28, 31, 32, 33];

describe('a survey of HELIOS++', () => {
  it('is one of ours, with the places of its own files', async () => {
    const survey = await loadSurvey(writeHeliosSurvey().file);
    expect(survey.name).toBe('tiny');
    expect(survey.legs.map(({ name, path }) => [name, path.kind === 'station' && path.position])).toEqual([
      ['leg000', [1, 2, 4.5]],
    ]);
    expect(survey.instruments[0].scanner.wavelengthNm).toBe(1064);
    expect(survey.physics).toMatchObject({ echoes: 'bins', clock: 'one-way', points: 'axis', energy: 'legacy' });
  });

  it('has the facets of a VZ-400 at 100 kHz and 120 Hz: 834 steps of 0.288°, from the horizon on', async () => {
    const { value } = await convertHelios();
    expect(value.scanner.deflector).toMatchObject({
      verticalStep: 0.288,
      facetShots: 834,
      elevationMin: -49.728,
      startElevation: 0,
    });
  });

  it('takes settings from templates of templates, but those that a leg has like the template', async () => {
    const templates = `<scannerSettings id="base" pulseFreq_hz="300000" scanFreq_hz="60" headRotatePerSec_deg="10"/>
      ${usual('template="base" scanFreq_hz="100" headRotateStop_deg="10"')}`;
    const { value } = await convertHelios({ templates, legs: leg('') + leg('', 'pulseFreq_hz="100000"') });
    expect(value.scanner.deflector).toMatchObject({ pulseRate: 300_000, verticalStep: 0.08 });
    expect(value.legs[1].scanner).toMatchObject({ pulseRate: 100_000, verticalStep: 0.24 });
  });

  it('ends a leg with the step in which its sum of angles reaches the stop', async () => {
    const { value } = await convertHelios({ legs: leg('', 'headRotateStart_deg="245" headRotateStop_deg="360"') });
    // 115° at 10 deg/s are 1,150,000 steps, whose sum in radians is a rounding less.
    expect(value.legs[0].duration).toBe(11.50001);
    expect(value.legs[0].azimuth).toEqual([-245, -360]);
  });

  it('puts legs on the lowest ground, whatever height is written; with si on the highest', async () => {
    const legs = leg('x="1" y="2" z="30" onGround="true"');
    const { value, quirks } = await convertHelios({ legs });
    expect(value.legs[0]).toMatchObject({ position: [1, 2, 1.5], on: 'lowest-ground' });
    expect(quirks.map(({ quirk }) => quirk)).toContain(16);
    const native = await convertHelios({ legs }, { physics: 'si' });
    expect(native.value.legs[0]).toMatchObject({ position: [1, 2, 0], on: 'ground' });
  });

  it('flies to the ground where all legs do, and warns where one does not', async () => {
    const at = (x: number, isOn: boolean) => leg(`x="${x}" y="0" z="9" movePerSec_m="30" onGround="${isOn}"`);
    const both = await convertHelios({ ...FLIGHT, legs: at(0, true) + at(100, true) });
    expect(both.value.legs[0]).toMatchObject({ from: [0, 0, 0], on: 'lowest-ground' });
    expect(both.warnings).toEqual([]);
    const mixed = await convertHelios({ ...FLIGHT, legs: at(0, true) + at(100, false) });
    expect(mixed.warnings.join()).toMatch(/onGround: found false, expected true, as in the leg before/);
  });

  it('flies on beyond a waypoint for the part of a step that is left, and turns where it was before', async () => {
    const legs = [
      leg('x="0" y="0" z="9" movePerSec_m="30"'),
      leg('x="100" y="0" z="9" movePerSec_m="30"', 'active="false"'),
      leg('x="100" y="50" z="9"', 'active="false"'),
    ];
    const { value } = await convertHelios({ ...FLIGHT, legs: legs.join('') });
    const [first, second] = value.legs;
    expect(first).toMatchObject({ from: [0, 0, 9], speed: 30 });
    // 33,334 steps of 3 mm.
    expect(first.to[0]).toBeCloseTo(100.002, 9);
    expect(second.from[0]).toBeCloseTo(100.002, 9);
  });

  it('keeps lever arms along the axes of the world, which our own physics turns', async () => {
    const platform =
      '<platform id="p"><scannerMount x="1" z="2"><rot axis="z" angle_deg="90"/></scannerMount></platform>';
    const scanner = vz400('<beamOrigin z="0.2"/>');
    const [theirs, ours] = await Promise.all([
      convertHelios({ platform, scanner }),
      convertHelios({ platform, scanner }, { physics: 'si' }),
    ]);
    expect(theirs.value.legs[0].position).toEqual([2, 2, 5.2]);
    expect(theirs.value.mount).toEqual({ rotate: [{ axis: 'z', angle: 90 }] });
    expect(ours.value.legs[0].position).toEqual([1, 2, 3]);
    expect(ours.value.mount).toEqual({ position: [1, 0, 2], rotate: [{ axis: 'z', angle: 90 }] });
    expect(theirs.quirks.map(({ quirk }) => quirk)).toContain(9);
  });

  it('warns of a window that is wider than the mirror has, and of no swing', async () => {
    const wide = 'verticalAngleMin_deg="-80" verticalAngleMax_deg="60"';
    const { warnings } = await convertHelios({ legs: leg('', wide) });
    expect(warnings).toEqual([expect.stringContaining('-80 to 60 deg is wider than the 100 deg of the mirror')]);
    const fine = 'verticalResolution_deg="0.2" horizontalResolution_deg="0.2"';
    expect((await convertHelios({ legs: leg('', fine) })).warnings).toEqual([]);
  });

  it('lets a platform that moves rest at a place for a time', async () => {
    const platform = '<platform id="p" type="linearpath"/>';
    const at = (speed: number, x: number) => `x="${x}" y="0" z="9" movePerSec_m="${speed}"`;
    const legs = leg(at(0, 1), 'maxDuration_s="0.5"') + leg(at(2, 1), 'maxDuration_s="0.25"') + leg(at(2, 1));
    const { value } = await convertHelios({ platform, legs });
    expect(value.legs).toMatchObject([
      { position: [1, 0, 9], duration: expect.closeTo(0.5, 4) },
      { position: [1, 0, 9], duration: expect.closeTo(0.25, 4) },
    ]);
  });

  it('turns the head in the warm-up of the optics, too, so that it has less to turn behind it', async () => {
    const turn = 'headRotatePerSec_deg="30" headRotateStart_deg="0" headRotateStop_deg="10"';
    const durationOf = async (more: string) =>
      ((await convertHelios({ legs: leg('', `${turn} ${more}`) })).value.legs[0] as { duration: number }).duration;
    expect((await durationOf('')) - (await durationOf('opticsWarmupPhase_s="0.1"'))).toBeCloseTo(0.1, 9);
  });

  it('gives each leg the divergence that it has, and says so', async () => {
    const { value, quirks } = await convertHelios({ legs: leg('') + leg('', 'beamDivergence_rad="0.0006"') });
    expect(value.legs).toMatchObject([{}, { scanner: { divergence: { mrad: 0.6, convention: 'half-1/e2' } } }]);
    expect(quirks.map(({ quirk }) => quirk)).toContain(5);
    expect((await convertHelios()).quirks.map(({ quirk }) => quirk)).not.toContain(5);
  });

  it('turns the head as fast as the scanner can, and says so', async () => {
    const fast = 'headRotatePerSec_deg="-100" headRotateStop_deg="-60"';
    const { value, warnings } = await convertHelios({ legs: leg('', fast) + leg('', `${fast} active="false"`) });
    expect(value.legs[0].duration).toBeCloseTo(1, 4);
    expect(warnings).toEqual([
      'survey.xml:2: the head turns at -60 deg/s, not at -100, as the scanner allows no more (headRotatePerSecMax_deg)',
    ]);
  });

  it('reads 100000.0 as the whole number that it is, and says so', async () => {
    const { value, quirks } = await convertHelios({ legs: leg('', 'pulseFreq_hz="300000.0"') });
    expect(value.scanner.deflector.pulseRate).toBe(300_000);
    expect(quirks.map(({ quirk }) => quirk)).toEqual([3, ...OF_PHYSICS].sort((a, b) => a - b));
  });

  it('names a fault of a template once, however many legs take it', async () => {
    const templates = usual('pulseFreq_hz="100000" scanFreq_hz="fast"');
    expect(await refusal({ templates, legs: leg('').repeat(3) })).toBe(
      'survey.xml:1:32: scanFreq_hz of <scannerSettings>: found "fast", expected a number >= 0 (Hz)',
    );
  });

  it('warns of legs of the same line once', async () => {
    const legs = leg('', 'headRotatePerSec_deg="100"').repeat(3);
    expect((await convertHelios({ legs })).warnings).toHaveLength(1);
  });

  it('says which attribute or element may be meant, unless it is there', async () => {
    const { warnings } = await convertHelios({
      legs: leg('', 'pulseFreq_Hz="300000" scanFreq_hz="100" scanFreq_Hz="100"'),
      scanner: vz400('<rangeErrors expr="0"/>'),
    });
    expect(warnings.map((text) => text.replace(/^.* unknown /, ''))).toEqual([
      'element <rangeErrors>, which is ignored; did you mean "rangeError"?',
      'attribute pulseFreq_Hz, which is ignored; did you mean "pulseFreq_hz"?',
      'attribute scanFreq_Hz, which is ignored',
    ]);
  });

  it('names unknown attributes and elements once', async () => {
    const { warnings } = await convertHelios({ legs: leg('', 'colour="red"').repeat(2), settings: '<weather/>' });
    expect(warnings.map((text) => text.replace(/^.*: </, '<'))).toEqual([
      '<survey> has the unknown element <weather>, which is ignored',
      '<scannerSettings> has the unknown attribute colour, which is ignored',
    ]);
  });
});

describe('mechanical errors of HELIOS++', () => {
  const ERRORS =
    '<rangeError expr="0.01*cos(THETA)"/><deflectionError expr="1e-3*sin(2*t)"/><headError expr="1e-4/sin(THETA) + tan(t)" zeroSinThreshold_deg="2"/>';

  it('are systematic errors, of angles in degrees and clockwise', async () => {
    const { value, warnings } = await convertHelios({ scanner: vz400(ERRORS) });
    expect(warnings).toEqual([]);
    expect(value.scanner.detection.systematicErrors).toEqual({
      range: '0.01*cos(angle)',
      deflection: '(1e-3*sin(2*angle)) * 180 / pi',
      head: '(-(1e-4/sin(angle) + tan(angle))) * 180 / pi',
      headAway: 2,
    });
    const at = systematicErrorsAt(value.scanner.detection.systematicErrors);
    expect(at(0.5).deflection).toBeCloseTo(1e-3 * Math.sin(1), 12);
    expect(systematicErrorsAt({ head: '(-(1e-4/sin(angle))) * 180 / pi' })(0.5).head).toBeCloseTo(
      -1e-4 / Math.sin(0.5),
      12,
    );
  });

  it('do not reach scanners with channels if they are of angles, as a message says', async () => {
    const channels =
      '<channels><channel/><channel><beamOrigin><rot axis="x" angle_deg="5"/></beamOrigin></channel></channels>';
    const { value, warnings } = await convertHelios({ scanner: vz400(ERRORS + channels) });
    expect(warnings).toEqual([expect.stringContaining('<deflectionError>, <headError> has no effect, as in HELIOS++')]);
    expect(value.scanner.detection.systematicErrors).toEqual({ range: '0.01*cos(angle)' });
  });

  it('need an expression', async () => {
    expect(await refusal({ scanner: vz400('<rangeError/>') })).toContain(
      '<rangeError> lacks expr, expected an expression in THETA',
    );
  });
});

describe('a survey of HELIOS++ is refused', () => {
  it.each([
    [
      'without its scanner',
      { scanner: '<scanner id="other"/>' },
      /^survey\.xml:2:1: found no <scanner> with the id "s" in .*scanners\.xml/,
    ],
    [
      'without a survey',
      { files: { 'survey.xml': document('<scene id="c"/>') } },
      /^survey\.xml:1:22: found no <survey>/,
    ],
    [
      'with templates in a circle',
      { templates: `${usual('template="b"')}<scannerSettings id="b" template="usual"/>` },
      /the template "usual" names itself/,
    ],
    [
      'with a number that is none',
      { legs: leg('', 'pulseFreq_hz="fast"') },
      /pulseFreq_hz of <scannerSettings>: found "fast", expected a number >= 0/,
    ],
    [
      'with a frequency out of range',
      { legs: leg('', 'scanFreq_hz="121"') },
      /scanFreq_hz: found 121, expected 3 to 120 Hz/,
    ],
    [
      'with a leg that nothing ends',
      { templates: usual('pulseFreq_hz="100000" scanFreq_hz="120"') },
      /nothing ends this leg/,
    ],
    [
      'with one leg, which makes no way',
      FLIGHT,
      /^survey\.xml:2:\d+: found one <leg>, expected at least two: the n legs of a moving platform make n − 1 ways$/,
    ],
    [
      'with more legs than a survey may have, before any is read',
      { legs: `${leg('', 'scanFreq_hz="x"')}\n`.repeat(65_536) },
      /^survey\.xml:65537:\d+: found 65536 <leg> in <survey>, expected at most 65535$/,
    ],
    [
      'with more legs than make 65535 ways',
      { ...FLIGHT, legs: `${leg('', 'scanFreq_hz="x"')}\n`.repeat(65_537) },
      /^survey\.xml:65538:\d+: found 65537 <leg> in <survey>, expected at most 65536$/,
    ],
    [
      'with more parts than a scene may have, before any is read',
      { parts: `${part(filter('none', {}))}\n`.repeat(10_001) },
      /^scene\.xml:10002:\d+: found 10001 <part> in <scene>, expected at most 10000$/,
    ],
    [
      'with entities',
      { files: { 'scene.xml': '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><document>&b;</document>' } },
      /document type declaration/,
    ],
    [
      'with a scene that leaves the roots',
      { references: { scene: '../../../../../../../../etc/hosts#c' } },
      /leads out of the asset roots/,
    ],
    [
      'with a part that is missing',
      { parts: part(load('tree.obj')) },
      /^scene\.xml:2:\d+: .*found no file "tree\.obj"/,
    ],
  ])('%s', async (_, survey, message) => {
    expect(await refusal(survey)).toMatch(message);
  });

  it.each([
    ['bins that are too short', '<FWFSettings binSize_ns="0.001"/>', /detection\.bins\.size: found 0\.001/],
    ['too long a waveform', '<FWFSettings maxFullwaveRange_ns="1e9"/>', /detection\.bins\.longest: found 1000000000/],
    ['too wide a window', '<FWFSettings winSize_ns="99999"/>', /winSize_ns of <FWFSettings>: found "99999"/],
    ['too much noise', '<detectorSettings accuracy_m="9999"/>', /detection\.rangeNoise: found/],
    ['a noise of no number', '<detectorSettings distanceMeasurementError="t +"/>', /detection\.rangeNoise: found/],
    ['the nearest behind the farthest', '<detectorSettings rangeMin_m="9" rangeMax_m="8"/>', /range/],
  ])('at the settings in the survey, not at the scanner: %s', async (_, settings, message) => {
    const { file, folder } = writeHeliosSurvey({ settings: `\n${settings}\n` });
    const fault = await faultOf(loadSurvey(file, { assets: [folder] }));
    expect(String(fault).replaceAll(`${folder}/`, '')).toMatch(/^survey\.xml:3:\d+: /);
    expect(fault).toMatch(message);
  });

  it.each([
    ['divergence', 'beamDivergence_rad="2"', 'scanner.divergence.mrad: found 2000'],
    ['pulse rate', 'pulseFreq_hz="500000000"', 'scanner.deflector.pulseRate: found 500000000'],
  ])('at the leg that the scanner has its %s from', async (_, settings, message) => {
    const { file, folder } = writeHeliosSurvey({ legs: `\n${leg('', settings)}` });
    const fault = String(await faultOf(loadSurvey(file, { assets: [folder] })));
    expect(fault.replaceAll(/survey\.xml:3:\d+/g, 'THERE')).toContain(`THERE: ${message}`);
  });

  it('at the settings in the survey for the one channel that they reach', async () => {
    const { file, folder } = writeHeliosSurvey({
      scanner: vz400('<channels><channel id="0"/><channel id="1"/></channels>'),
      settings: '\n<detectorSettings accuracy_m="9999"/>\n',
    });
    const fault = String(await faultOf(loadSurvey(file, { assets: [folder] })));
    expect(fault).toMatch(/survey\.xml:3:\d+: scanners\[0\]\.scanner\.detection\.rangeNoise: found/);
  });

  it('with all faults at once', async () => {
    const legs = leg('', 'pulseFreq_hz="x"') + leg('', 'scanFreq_hz="y"');
    expect(await refusal({ legs })).toMatch(/faults\n.*"x".*\n.*"y"/);
  });

  it('by a link that leads out of the roots', async () => {
    const { folder, file } = writeHeliosSurvey({ references: { scene: 'link.xml#c' } });
    symlinkSync(join(writeHeliosSurvey().folder, 'scene.xml'), join(folder, 'link.xml'));
    await expect(convertHeliosSurvey(nodeFiles, file, {})).rejects.toThrow('leads out of the asset roots');
  });

  it.each([
    ['(a+)+.obj', 'it repeats a group'],
    ['.*.*.*.*.obj', 'more than 3 repetitions'],
    ['[.obj', 'no pattern'],
  ])('for the pattern %s, which could take forever or is none', async (pattern, reason) => {
    const parts = part(filter('objloader', { efilepath: pattern }));
    expect(await refusal({ parts })).toContain(reason);
  });
});

describe('the files of a scene', () => {
  it('have numbers in turn, all files of a pattern theirs, those of a part with an id its own', async () => {
    const trees = (efilepath: string) => filter('objloader', { efilepath });
    const parts = [part(trees('trees/.*\\.obj')), part(load('plate.obj')), part(trees('trees/.*.obj'), 'id="40"')];
    const files = { 'trees/b.obj': PLATE, 'trees/a.obj': PLATE };
    const { value } = await convertHelios({ parts: parts.join(''), files });
    expect(value.scene.parts).toEqual([
      { file: 'trees/a.obj', instance: 1 },
      { file: 'trees/b.obj', instance: 2 },
      { file: 'plate.obj', instance: 3 },
      { file: 'trees/a.obj', instance: 41 },
      { file: 'trees/b.obj', instance: 41 },
    ]);
  });

  it('are turned, scaled and moved in this order, the last scale and move counting', async () => {
    const filters = [
      load('plate.obj'),
      '<filter type="translate"><param type="vec3" key="offset" value="1;2;3"/></filter>',
      '<filter type="scale"><param type="double" key="scale" value="2"/></filter>',
      '<filter type="rotate"><param type="rotation" key="rotation" rotations="local"><rot axis="z" angle_deg="90"/><rot axis="X" angle_deg="-30"/></param></filter>',
      '<filter type="scale"><param type="double" key="scale" value="3"/></filter>',
    ];
    const { value, quirks } = await convertHelios({ parts: part(filters.join('')) });
    expect(value.scene.parts[0]).toMatchObject({
      transform: {
        scale: 3,
        rotate: [
          { axis: 'x', angle: -30 },
          { axis: 'z', angle: 90 },
        ],
        translate: [1, 2, 3],
      },
    });
    expect(quirks.map(({ quirk }) => quirk)).toContain(12);
  });

  it('are left out if they are missing, in a lenient reading', async () => {
    const { value, warnings } = await convertHelios(
      { parts: part(load('tree.obj')) + part(load('plate.obj')) },
      { lenient: true },
    );
    expect(value.scene.parts).toHaveLength(1);
    expect(warnings[0]).toContain('found no file "tree.obj"');
  });
});
