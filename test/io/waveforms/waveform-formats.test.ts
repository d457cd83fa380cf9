import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { WAVEFORM_READERS } from '../../../src/io/waveforms/read-waveforms.js';
import { WAVEFORM_FORMATS, waveformEndings, waveformFormatOf } from '../../../src/io/waveforms/waveform-formats.js';

const ROOT = new URL('../../../', import.meta.url);
const namesIn = (folder: string) =>
  readdirSync(new URL(folder, ROOT))
    .map((file) => file.replace(/\.ts$/, ''))
    .sort();

describe('formats of waveforms', () => {
  it('list every file of their folders', () => {
    expect(Object.keys(WAVEFORM_FORMATS).sort()).toEqual(namesIn('src/io/waveforms/formats'));
    expect(Object.keys(WAVEFORM_READERS).sort()).toEqual(namesIn('src/io/waveforms/readers'));
  });

  it('can be read', () => {
    for (const [name, { endings }] of Object.entries(WAVEFORM_FORMATS))
      expect(WAVEFORM_READERS[name].endings, name).toEqual(endings);
  });

  it('are found by their endings', () => {
    expect(waveformFormatOf('/a/b.NPZ')).toBe('npz');
    expect(waveformFormatOf('leg000_fullwave.txt')).toBe('helios');
    expect(waveformFormatOf('b.las')).toBeUndefined();
    expect(waveformEndings()).toBe('.npz or .txt');
  });

  it.each(['docs/waveforms.md', 'docs/survey.md'])('stand in %s', (guide) => {
    const text = readFileSync(new URL(guide, ROOT), 'utf8');
    for (const { endings } of Object.values(WAVEFORM_FORMATS))
      for (const ending of endings) expect(text).toContain(`\`${ending}\``);
  });

  it('have every array of an archive in the guide', async () => {
    const { NPZ_COLUMNS } = await import('../../../src/io/waveforms/npz-columns.js');
    const text = readFileSync(new URL('docs/waveforms.md', ROOT), 'utf8');
    for (const { name } of NPZ_COLUMNS) expect(text).toContain(`\`${name}\``);
  });
});
