import { formatCount } from '../../../base/format-count.js';
import { SOFTWARE } from '../../../version.js';
import { aboutText, licenseUrl } from '../about.js';
import { type DataSet, splitNames } from '../data-set.js';
import { shownRanges } from '../gather-tasks.js';
import type { MergedFile, MergeKind } from '../merge-file.js';
import { classCounts, statisticsOf, sumOf } from './statistics.js';

/** `README.md`: a card of the data set, as Hugging Face shows it. */
export const CARD: MergeKind = {
  *files(dataSet, written) {
    yield {
      path: 'README.md',
      mediaType: 'text/markdown',
      describe: 'Card of the data set',
      content: () => [`${frontMatter(dataSet, written)}\n${body(dataSet, written)}`],
    };
  },
};

/**
 * Licenses that Hugging Face knows by name (huggingface.co/docs/hub/repositories-licenses); others need name and link.
 */
const KNOWN_LICENSES =
  /^(apache-2\.0|mit|bsd-[23]-clause|cc|cc0-1\.0|cc-by(-nc)?(-sa|-nd)?-[234]\.[05]|odbl|odc-by|pddl|cdla-(permissive-[12]\.0|sharing-1\.0)|a?gpl-3\.0|lgpl-3\.0|unlicense|wtfpl)$/;

/** Classes of sizes on Hugging Face, by the number of clouds. */
const SIZES: readonly (readonly [below: number, name: string])[] = [
  [1e3, 'n<1K'],
  [1e4, '1K<n<10K'],
  [1e5, '10K<n<100K'],
  [1e6, '100K<n<1M'],
  [1e7, '1M<n<10M'],
];

function frontMatter(dataSet: DataSet, written: readonly MergedFile[]): string {
  const { campaign, about: { license } = {} } = dataSet.facts;
  const clouds = dataSet.tasks.reduce((sum, task) => sum + task.clouds.length, 0);
  const size = SIZES.find(([below]) => clouds < below)?.[1] ?? '10M<n<100M';
  return [
    '---',
    // JSON's texts are YAML's.
    `pretty_name: ${JSON.stringify(campaign)}`,
    ...licenseLines(license),
    'tags:',
    ...['lidar', 'point-cloud', 'synthetic', 'semantic-segmentation', 'subray'].map((tag) => `  - ${tag}`),
    'size_categories:',
    `  - ${size}`,
    ...configLines(dataSet, written),
    '---',
    '',
  ].join('\n');
}

function licenseLines(license: string | undefined): string[] {
  if (license === undefined) return [];
  const known = license.toLowerCase();
  if (KNOWN_LICENSES.test(known)) return [`license: ${known}`];
  return [
    'license: other',
    `license_name: ${JSON.stringify(license)}`,
    `license_link: ${JSON.stringify(licenseUrl(license))}`,
  ];
}

/** The configuration for loaders: tars of samples by split, if any were written. */
function configLines(dataSet: DataSet, written: readonly MergedFile[]): string[] {
  const tars = written.filter(({ mediaType }) => mediaType === 'application/x-tar');
  const splits = splitNames(dataSet).filter((name) => tars.some(({ path }) => path.startsWith(`tars/${name}-`)));
  if (splits.length === 0) return [];
  return [
    'configs:',
    '  - config_name: default',
    '    data_files:',
    ...splits.flatMap((name) => [
      `      - split: ${JSON.stringify(name)}`,
      `        path: ${JSON.stringify(`tars/${name}-*.tar`)}`,
    ]),
  ];
}

function body(dataSet: DataSet, written: readonly MergedFile[]): string {
  const { facts, tasks, missing } = dataSet;
  const gaps = [...missing.failed, ...missing.left].sort((a, b) => a - b);
  const parts = [
    `# ${facts.campaign}`,
    aboutText(dataSet),
    ...(gaps.length > 0
      ? [`**Not complete:** ${tasks.length} of ${facts.tasks} surveys; these are missing: ${shownRanges(gaps)}.`]
      : []),
    ...(written.some(({ path }) => path === 'contact-sheet.png') ? ['![Some of the clouds](contact-sheet.png)'] : []),
    overview(dataSet),
    ...variablesPart(dataSet),
    ...classesPart(dataSet),
    filesPart(written),
    provenance(dataSet),
  ];
  return `${parts.join('\n\n')}\n`;
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(escaped).join(' | ')} |`).join('\n');

const escaped = (text: string): string => text.replaceAll('|', '\\|');

function overview(dataSet: DataSet): string {
  const { surveys, clouds, points, bytes, splits } = statisticsOf(dataSet);
  const row = (name: string, own: { surveys: number; clouds: number; points: number }) => [
    name,
    ...[own.surveys, own.clouds, own.points].map(formatCount),
  ];
  const rows = Object.entries(splits).map(([name, own]) => row(name, own));
  const all = row('all', { surveys, clouds, points });
  return `## Contents\n\n${table(['split', 'surveys', 'clouds', 'points'], [...rows, all])}\n\n${formatCount(bytes)} bytes in all.`;
}

function variablesPart(dataSet: DataSet): string[] {
  const rows = Object.entries(statisticsOf(dataSet).variables).map(([name, { min, max, values, distinct }]) => {
    const listed = values && Object.entries(values).map(([value, count]) => `${value} (${count})`);
    const range = min === undefined ? `${distinct} values` : `${min} to ${max}`;
    return [name, listed && listed.length <= 12 ? listed.join(', ') : range];
  });
  return rows.length > 0 ? [`## What was varied\n\n${table(['variable', 'values'], rows)}`] : [];
}

function classesPart(dataSet: DataSet): string[] {
  const classes = classCounts(dataSet, sumOf(dataSet.look.tallies.values()));
  if (classes.length === 0) return [];
  const rows = [...classes]
    .sort((a, b) => b.points - a.points || a.number - b.number)
    .map(({ number, name, points, share, instances }) => [
      String(number),
      name,
      formatCount(points),
      `${(100 * share).toFixed(3)} %`,
      formatCount(instances),
    ]);
  const head = ['number', 'class', 'points', 'share', 'objects'];
  return [
    `## Classes\n\nThe attribute \`semantic\` of a point is the number of its class, the same in all clouds, and \`instance\` that of its object in its cloud.\n\n${table(head, rows)}`,
  ];
}

function filesPart(written: readonly MergedFile[]): string {
  const rows = written.map(({ path, describe }) => [`\`${path}\``, describe]);
  const own = [
    ['`tasks/`', 'A folder for each survey: clouds, names of labels, `task.json` with sizes and SHA-256'],
    ['`plan.jsonl`, `plan.json`', 'The surveys, complete, a line each, and facts of them all'],
    ['`SHA256SUMS`', '`sha256sum -c SHA256SUMS` checks all files'],
  ];
  return `## Files\n\n${table(['file', 'content'], [...rows, ...own])}`;
}

function provenance({ facts }: DataSet): string {
  const { engine, about: { license, creator, url } = {} } = facts;
  const lines = [
    `Simulated by ${SOFTWARE} (engine ${engine}); the points are not measured. The same plan gives the same bytes again: \`subray campaign run\`.`,
    ...(creator ? [`Made by ${creator.join(', ')}.`] : []),
    ...(url === undefined ? [] : [`Found at ${url}.`]),
    license === undefined ? 'No license is stated.' : `License: [${license}](${licenseUrl(license)}).`,
  ];
  return `## Provenance\n\n${lines.join('\n\n')}`;
}
