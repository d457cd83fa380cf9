import { describe, expect, it } from 'vitest';
import { furnish, isSoftware, scan, softwareWorkplace } from './engine-scans.js';
import { complaintOf, type Workplace, workplace } from './subray.js';

/** The one line with which a run ends that was asked for a GPU and has none; it leaves nothing. */
async function refusal(place: Workplace, run: Workplace['run'], folder: string, ...options: string[]): Promise<string> {
  place.folder(folder);
  const outcome = await run('run', 's.yaml', '--out', folder, '--quiet', '--engine', 'gpu', ...options);
  const complaint = complaintOf(outcome);
  expect(outcome.stderr).toBe(`subray: ${complaint}\n`);
  expect(complaint).not.toContain('\n');
  expect(place.names(folder)).toEqual([]);
  return complaint;
}

describe.skipIf(process.platform !== 'linux')(
  'a machine without a GPU (skipped where one cannot be hidden: not Linux)',
  () => {
    const noDriver = { VK_ICD_FILENAMES: '/nonexistent', VK_DRIVER_FILES: '/nonexistent', LD_LIBRARY_PATH: undefined };
    const place = furnish(workplace(noDriver));

    it('ends on one line with --engine gpu', async () => {
      expect(await refusal(place, place.run, 'none')).toMatch(
        /^there is no hardware GPU: WebGPU finds no adapter \(.+\); .+, or use --engine cpu$/,
      );
    });

    it('ends on one line with --engine gpu --adapter software as well', async () => {
      expect(await refusal(place, place.run, 'none-software', '--adapter', 'software')).toMatch(
        /^there is no software adapter: /,
      );
    });

    it('takes the CPU by itself, says so in one line, and gives its bytes', async () => {
      const [auto, cpu] = [
        await scan(place, place.run, 'auto'),
        await scan(place, place.answer, 'cpu', '--engine', 'cpu'),
      ];
      expect(auto.said).toEqual(['cpu engine: WebGPU finds no adapter']);
      expect(cpu.said).toEqual([]);
      expect(auto.report).toMatchObject({ engine: 'cpu', points: cpu.report.points });
      expect(cpu.report.points).toBeGreaterThan(300);
      expect(auto.cloud.equals(cpu.cloud)).toBe(true);
    });

    it('is well for subray doctor', async () => {
      const { code, stdout, stderr } = await place.run('doctor');
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^gpu +none: WebGPU finds no adapter/m);
      expect(stdout).toMatch(/^the cpu engine can run here\nthe gpu engine cannot run here$/m);
    });
  },
);

describe('a machine on which WebGPU does not load', () => {
  const place = furnish(workplace({ NODE_OPTIONS: '--no-addons' }));

  it('ends on one line with --engine gpu', async () => {
    expect(await refusal(place, place.run, 'unloadable')).toMatch(
      /^there is no hardware GPU: WebGPU cannot be loaded here: .+; use --engine cpu$/,
    );
  });

  it('takes the CPU by itself and says so in one line', async () => {
    const { report, said } = await scan(place, place.run, 'auto');
    expect(report.engine).toBe('cpu');
    expect(said).toEqual([expect.stringMatching(/^cpu engine: WebGPU cannot be loaded here: /)]);
  });
});

// It is taken in named-adapter.test.ts.
describe.skipIf(!isSoftware)('a machine with a software GPU only (skipped: SwiftShader is not at hand)', () => {
  const place = softwareWorkplace();

  it('takes the CPU by itself and says that the adapter is software', async () => {
    const { report, said } = await scan(place, place.answer, 'auto');
    expect(report.engine).toBe('cpu');
    expect(said).toEqual(["cpu engine: 'SwiftShader' is a software adapter"]);
  });

  it('refuses it with --engine gpu and says how it is taken', async () => {
    expect(await refusal(place, place.answer, 'refused')).toBe(
      "there is no hardware GPU: 'SwiftShader' is a software adapter; use --engine cpu, or take it with --adapter software",
    );
  });

  it('is described by subray doctor', async () => {
    const { stdout } = await place.answer('doctor', '--json');
    expect(JSON.parse(stdout).gpu).toMatchObject({
      hardware: { reason: "'SwiftShader' is a software adapter" },
      software: { name: 'SwiftShader', software: true, capacity: { triangles: expect.any(Number) } },
    });
  });
});
