import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { EditRefused } from '../../../studio/document/edit-refused.js';
import { setScannerValue, usePlan } from '../../../studio/document/edits/index.js';
import { History } from '../../../studio/document/history.js';
import { newSurvey } from '../../../studio/document/new-survey.js';
import { SurveyText } from '../../../studio/document/survey-text.js';

const TERRAIN = new SurveyText(newSurvey('terrain'));
const LEGS = [
  { name: 'line 1', from: [0, 0, 120], to: [0, 100, 120], speed: 60 },
  { name: 'line 2', from: [50, 100, 120.0004], to: [50, 0, 120], speed: 60, pause: 61.5 },
];

/** The text after an edit, once it is sure that undo leaves the one before. */
function after(
  text: SurveyText,
  edit: { name: string; patches: readonly never[] | ReturnType<typeof usePlan>['patches'] },
) {
  const history = new History(text.text);
  history.change(edit.name, edit.patches);
  const changed = history.text;
  expect(history.undo()).toBe(edit.name);
  expect(history.text.text).toBe(text.text);
  return changed;
}

describe('a plan that is used', () => {
  it('takes the place of the legs that are there, with their comments, as one step', () => {
    const edit = usePlan(TERRAIN, { legs: LEGS });
    expect(edit.name).toBe('Use a plan of 2 legs');
    const { text } = after(TERRAIN, edit);
    expect(text).toContain(
      'legs:\n  - { name: line 1, from: [0, 0, 120], to: [0, 100, 120], speed: 60 }\n  - { name: line 2, from: [50, 100, 120], to: [50, 0, 120], speed: 60, pause: 61.5 }\n\noutput:',
    );
    expect(text).not.toContain('metres, m/s');
    expect(text).toContain('# degrees to the right of straight down');
  });

  it('keeps the legs that are there if it is asked to, and names of legs stay apart', () => {
    const once = after(TERRAIN, usePlan(TERRAIN, { legs: LEGS }, { keeps: true }));
    const twice = after(once, usePlan(once, { legs: LEGS.slice(0, 1) }, { keeps: true }));
    const names = (twice.valueAt(['legs']) as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(['north', 'south', 'line 1', 'line 2', 'line 3']);
    expect(twice.text).toContain('# metres, m/s');
  });

  it('sets the scanner and its mount, and leaves what is the same as it is written', () => {
    const scanner = { id: 'riegl-vq-780i', pulseRate: 150_000, elevationMin: -20, elevationMax: 20 };
    const { text } = after(
      TERRAIN,
      usePlan(TERRAIN, { legs: LEGS, scanner, mount: { position: [0, 0, 0], roll: 180 } }),
    );
    expect(text).toContain('  pulseRate: 150000 # Hz\n  elevationMin: -20 # degrees to the right of straight down');
    expect(text).toContain('mount: { position: [0, 0, 0], roll: 180 }\nplatform: aircraft\n');
  });

  it('is for one of several scanners, and the others go along', () => {
    const several = new SurveyText(
      'scanners:\n  - { name: left, scanner: riegl-vux-1uav } # 25 kg\n  - scanner: riegl-vux-1uav\nlegs: []\n',
    );
    const plan = { legs: LEGS.slice(0, 1), scanner: { id: 'riegl-vux-1uav', pulseRate: 100_000 }, mount: { roll: 90 } };
    const { text } = after(several, usePlan(several, { ...plan, platform: 'quadcopter' }, { scanner: 1 }));
    expect(text).toContain('- { name: left, scanner: riegl-vux-1uav } # 25 kg\n');
    expect(parse(text)).toMatchObject({
      platform: 'quadcopter',
      scanners: [{ name: 'left' }, { scanner: plan.scanner, mount: plan.mount }],
      legs: [{ name: 'line 1' }],
    });
    const set = after(several, setScannerValue(several, 'pulseRate', 50_000, 1));
    expect(parse(set.text).scanners[1]).toEqual({ scanner: { id: 'riegl-vux-1uav', pulseRate: 50_000 } });
    const back = after(set, setScannerValue(set, 'pulseRate', undefined, 1));
    expect(back.valueAt(['scanners', 1, 'scanner'])).toEqual({ id: 'riegl-vux-1uav' });
  });
});

describe('a number of the scanner', () => {
  it('stands beside its id, and leaves with the last comment in place', () => {
    const empty = new SurveyText(newSurvey('empty'));
    const set = after(empty, setScannerValue(empty, 'rotationRate', 20));
    expect(set.text).toContain('scanner: { id: velodyne-vlp-16, rotationRate: 20 }\n');
    const back = after(set, setScannerValue(set, 'rotationRate', undefined));
    expect(back.text).toContain('scanner: { id: velodyne-vlp-16 }\n');
    const changed = after(TERRAIN, setScannerValue(TERRAIN, 'pulseRate', 300_000));
    expect(changed.text).toBe(TERRAIN.text.replace('pulseRate: 150000', 'pulseRate: 300000'));
    expect(setScannerValue(empty, 'rotationRate', undefined).patches).toEqual([]);
    expect(() => setScannerValue(new SurveyText('legs: []\n'), 'rotationRate', 1)).toThrow(EditRefused);
  });
});
