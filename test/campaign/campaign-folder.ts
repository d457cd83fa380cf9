import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { UserError } from '../../src/base/errors.js';
import { type PlanCampaignOptions, planCampaign } from '../../src/campaign/node-campaign.js';
import { sha256 } from '../../src/campaign/node-sha256.js';
import type { Task } from '../../src/campaign/plan/plan-file.js';

/** A survey of a few hundred pulses. */
export const BASE = {
  name: 'patch',
  scene: { parts: [{ name: 'ground', generate: { kind: 'terrain', seed: 1, triangles: 200, extent: 20 } }] },
  scanner: 'velodyne-vlp-16',
  legs: [{ name: 'stand', position: [0, 0, 2], duration: 0.002 }],
  footprint: { pattern: 'disc', subrays: 4, weights: 'gaussian' },
  output: ['cloud.las'],
};

export const CAMPAIGN = {
  campaign: 'patches',
  seed: 7,
  survey: 'base.yaml',
  count: 6,
  variables: { ground: { seed: {} }, x: { uniform: [-3, 3] } } as Record<string, object>,
  set: { '/scene/parts/0/generate/seed': '$ground', '/legs/0/position': ['$x', 0, 2] } as Record<string, unknown>,
};

type PlanOptions = Pick<PlanCampaignOptions, 'threads' | 'check' | 'from'>;

/** The text of the fault of a plan. */
export const faultOf = (planning: Promise<unknown>): Promise<string> =>
  planning.then(
    () => 'no fault',
    (error: UserError) => error.format(),
  );

/** A folder with a campaign and its survey. */
export class CampaignFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'subray-campaign-'));
  /** Warnings of the last plan. */
  warnings: string[] = [];
  private plans = 0;

  /** Writes both, and returns the path of the campaign. */
  write(campaign: object = CAMPAIGN, base: object = BASE): string {
    writeFileSync(join(this.path, 'base.yaml'), stringify(base));
    return this.writeText(stringify(campaign));
  }

  writeText(text: string): string {
    const file = join(this.path, 'campaign.yaml');
    writeFileSync(file, text);
    return file;
  }

  /** The tasks of a campaign. */
  async plan(campaign: object, base: object = BASE, options: PlanOptions = {}): Promise<Task[]> {
    return this.planFile(this.write(campaign, base), options);
  }

  /** The tasks of a campaign whose variables a program made. */
  async planFrom(
    rows: string | Uint8Array,
    campaign: object,
    base: object = BASE,
    options: PlanOptions = {},
  ): Promise<Task[]> {
    const from = join(this.path, 'rows.jsonl');
    writeFileSync(from, rows);
    return this.plan(campaign, base, { ...options, from });
  }

  async planFile(file: string, options: PlanOptions = {}): Promise<Task[]> {
    const folder = join(this.path, `plan-${this.plans++}`);
    this.warnings = [];
    const log = { info: () => {}, warn: (text: string) => void this.warnings.push(text) };
    await planCampaign(file, { folder, log, ...options });
    return tasksIn(folder);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** The tasks of a plan. */
export const tasksIn = (folder: string): Task[] =>
  readFileSync(join(folder, 'plan.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Task);

/** One digest of all files of the tasks in a folder. */
export function digestOfTasks(folder: string): string {
  const root = join(folder, 'tasks');
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return sha256(paths.map((path) => `${path.slice(root.length)} ${sha256(readFileSync(path))}`).join('\n'));
}
