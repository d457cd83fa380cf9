import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { VERSION } from '../../src/version.js';
import { subray } from './fakes.js';

describe('subray, the command line', () => {
  it('prints its version on standard output', async () => {
    const { code, stdout, stderr } = await subray('--version');
    expect([code, stdout, stderr]).toEqual([0, `${VERSION}\n`, '']);
  });

  it.each([
    '--help',
    'run --help',
    'info --help',
    'compare --help',
    'scene generate --help',
    'scanner --help',
    'doctor --help',
    'studio --help',
  ])('explains itself with %s', async (argv) => {
    const { code, stdout, stderr } = await subray(argv);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^subray/);
    expect(stdout.split('\n').every((line) => line.length <= 100)).toBe(true);
  });

  it('names every command in its help', async () => {
    const { stdout } = await subray('--help');
    for (const name of [
      'run <survey>',
      'info <file..>',
      'compare <a> <b>',
      'scene',
      'scanner',
      'platform',
      'cache',
      'doctor',
      'studio',
    ])
      expect(stdout).toContain(`subray ${name}`);
  });

  it.each([
    ['', 'no command is given', ''],
    ['rnu x', 'unknown command rnu', 'did you mean run?'],
    ['run', '<survey> is missing: subray run <survey>\n', 'subray run --help lists'],
    ['scanner show', '<id> is missing: subray scanner show <id>\n', 'subray scanner show --help lists'],
    ['convert', '<in..> is missing: subray convert <in..> <out>\n', 'subray convert --help lists'],
    ['compare a.las', '<b> is missing: subray compare <a> <b>\n', ''],
    ['scene generate', '<kind> is missing: subray scene generate <kind>\n', ''],
    ['info --png a.png', '<file..> is missing: subray info <file..>\n', ''],
    ['run --force -- -dash.yaml', './-dash.yaml: ', ''],
    ['run -', 'standard input is not read', './- is one of this name'],
    ['run a b', 'too many arguments: b', ''],
    ['run a --thread 3', 'unknown option --thread\n', 'did you mean --threads?'],
    ['run a --no-cahce', 'unknown option --no-cahce\n', 'did you mean --no-cache?'],
    ['run a --threads', '--threads needs a value', ''],
    ['run a --engine gpuu', '--engine: found "gpuu", expected one of "auto", "gpu", "cpu"', ''],
    ['run a --threads 0', '--threads: found "0", expected a whole number from 1 to 1024', ''],
    ['run a --threads 1.5', '--threads: found "1.5"', ''],
    ['run a --seed -1', '--seed', ''],
    ['scene', 'no command is given', ''],
    ['scene generat forest -o a.glb', 'unknown command generat', 'did you mean generate?'],
    ['scene generate sea -o a.glb', '"forest", "street", "district", "room", "terrain"', ''],
    ['scene generate room', '--out is missing', ''],
    ['scene generate room -o a.obj', 'a scene is written as a .glb file', ''],
    ['scanner', 'no command is given', ''],
  ])('"subray %s" is the user’s fault', async (argv, message, hint) => {
    const { code, stdout, stderr } = await subray(argv);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^subray: /);
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it('shows place and hint of a user error, and no stack', async () => {
    const place = { file: 'yard.yaml', line: 14, column: 3 };
    const { code, stdout, stderr } = await subray('run yard.yaml', {
      loadEpochs: async () => {
        throw new UserError('found "x"', { place, hint: 'write y' });
      },
    });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe('subray: yard.yaml:14:3: found "x"\n  write y\n');
  });

  it('spells out control characters that a file could have brought into a message', async () => {
    const { stderr } = await subray('run yard.yaml', {
      loadEpochs: async () => {
        throw new UserError('found "\u001b[2Jx\u202e\r"\n\ty');
      },
    });
    expect(stderr).toBe('subray: found "\\u001b[2Jx\\u202e\\u000d"\n\ty\n');
  });

  it('shows the stack of its own faults and says that they are', async () => {
    const { code, stdout, stderr } = await subray('scanner list', {
      listScanners: async () => {
        throw new TypeError('broken');
      },
    });
    expect([code, stdout]).toEqual([70, '']);
    expect(stderr).toMatch(/TypeError: broken\n\s+at /);
    expect(stderr).toContain('this is a fault of subray');
  });
});
