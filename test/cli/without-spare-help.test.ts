import { describe, expect, it } from 'vitest';
import yargs from 'yargs';
import { withoutSpareHelp } from '../../src/cli/without-spare-help.js';

interface Usage {
  help(): string;
}

/** Number of times that a command line of one command lays out its help, and its output. */
async function parse(words: string[], prepare = withoutSpareHelp) {
  const parser = prepare(yargs().scriptName('it').exitProcess(false).help());
  parser.command('do', 'does it', { x: { describe: 'the x' } }, () => {});
  const internals = parser as never as { getInternalMethods(): { getUsageInstance(): Usage } };
  const usage = internals.getInternalMethods().getUsageInstance();
  const { help } = usage;
  let [layouts, printed] = [0, ''];
  usage.help = () => {
    layouts++;
    return help();
  };
  await parser.parseAsync(words, {}, (_error, _argv, output) => {
    printed += output;
  });
  return { layouts, printed };
}

describe('withoutSpareHelp', () => {
  it('lays out no help for a command that runs', async () => {
    expect((await parse(['do'])).layouts).toBe(0);
    expect((await parse(['do'], (parser) => parser)).layouts, 'yargs by itself').toBe(1);
  });

  it('leaves the help that is asked for', async () => {
    expect((await parse(['do', '--help'])).printed).toContain('the x');
  });
});
