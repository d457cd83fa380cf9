import type { Scanner } from '../../scanner/scanner.js';
import type { Command } from '../command.js';
import { type CliContext, printJson, printLines } from '../context.js';
import { formatTable } from '../format.js';

const OPTIONS = { json: { type: 'boolean', describe: 'print one JSON object' } } as const;

/** `subray scanner list` and `subray scanner show <id>`: the catalogue. */
export const scannerCommand: Command = {
  name: 'scanner',
  subcommands: ['list', 'show'],
  options: Object.keys(OPTIONS),
  register: (parser, context) => {
    parser.command('scanner', 'Look into the catalogue of scanners', (y) =>
      y
        .command('list', 'List the scanners', OPTIONS, (args) => list(context, args))
        .command(
          'show <id>',
          'Show a scanner and where its numbers come from',
          (z) => z.positional('id', { type: 'string', demandOption: true, describe: 'its id' }).options(OPTIONS),
          (args) => show(context, args.id, args),
        )
        .demandCommand(1, 'no command is given: scanner list, or scanner show <id>'),
    );
  },
};

async function list(context: CliContext, { json }: { json?: boolean }): Promise<void> {
  const scanners = await context.library.listScanners();
  if (json) return printJson(context, { scanners });
  const rows = scanners.map(({ id, name, kind, channels, wavelengthNm, rangeMax }) => [
    id,
    name,
    kind,
    channels === 1 ? '1 laser' : `${channels} lasers`,
    `${wavelengthNm} nm`,
    rangeMax === undefined ? '' : `${rangeMax} m`,
  ]);
  printLines(context, formatTable(rows, [3, 4, 5]));
}

async function show(context: CliContext, id: string, { json }: { json?: boolean }): Promise<void> {
  const scanner = await context.library.findScanner(id);
  if (json) printJson(context, scanner);
  else printLines(context, describeScanner(scanner));
}

/** A scanner's numbers for people, in the units of data sheets. */
export function describeScanner(scanner: Scanner): string[] {
  const { pulse, receiver, detection } = scanner;
  return [
    ...formatTable([
      ['id', scanner.id],
      ['name', scanner.name],
      ['wavelength', `${scanner.wavelengthNm} nm`],
      ['divergence', `${digits(scanner.divergence * 1e3)} mrad (1/e2 half angle)`],
      ['beam at exit', `${digits(scanner.exitRadius * 2e3)} mm (1/e2 diameter)`],
      ['pulse', `${digits(pulse.energy * 1e6)} µJ, ${digits(pulse.duration * 1e9)} ns`],
      ['receiver', `${digits(receiver.diameter * 1e3)} mm, efficiency ${digits(receiver.efficiency)}`],
      ['range', `${digits(detection.rangeMin)}-${digits(detection.rangeMax)} m`],
      ['range noise', `${digits(detection.rangeNoise * 1e3)} mm`],
      ['returns', `${detection.maxReturns} at most, ${digits(detection.rangeResolution)} m apart`],
      ['detects', `${detection.minEnergy.toExponential(2)} J and more`],
      ...describeDeflector(scanner),
    ]),
    'source',
    ...scanner.source.split('\n').map((line) => `  ${line.trim()}`),
  ];
}

function describeDeflector({ deflector }: Scanner): string[][] {
  if (deflector.kind === 'polygon')
    return [
      ['deflector', `rotating polygon, ${digits(deflector.pulseRateHz)} pulses/s`],
      ['elevation', `${degrees(deflector.elevationMin)}…${degrees(deflector.elevationMax)}`],
      ['steps', `${degrees(deflector.verticalStep)} along a line, ${degrees(deflector.horizontalStep)} between lines`],
    ];
  const elevations = deflector.channels.map((channel) => channel.elevation);
  return [
    [
      'deflector',
      `${deflector.channels.length} lasers on a head that spins ${digits(deflector.rotationRateHz)} times/s`,
    ],
    ['elevation', `${degrees(Math.min(...elevations))}…${degrees(Math.max(...elevations))}`],
    ['firing', `every ${digits(deflector.firingPeriod * 1e6)} µs`],
  ];
}

const digits = (value: number) => String(Number(value.toPrecision(4)));
const degrees = (angle: number) => `${digits((angle * 180) / Math.PI)}°`;
