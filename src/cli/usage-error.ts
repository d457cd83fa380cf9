import { UserError } from '../base/errors.js';
import { nearestNames } from '../base/yaml/nearest.js';
import type { Command } from './command.js';

/** Advice if no similar name exists. */
const seeHelp = (words: readonly string[]) => `${['subray', ...words, '--help'].join(' ')} lists the choices`;

/** The user's error for a message of yargs about an invalid command line. */
export function usageError(message: string, argv: readonly string[], commands: readonly Command[]): UserError {
  const unknown = /^Unknown (?:argument|command)s?: (.*)$/.exec(message)?.[1].split(', ');
  const command = commands.find(({ name }) => name === argv[0]);
  const words = commandWords(argv, command);
  const help = seeHelp(words);
  if (!unknown)
    return new UserError(missingArgument(message, words, command) ?? translate(message, command), { hint: help });
  const word = unknown.find((name) => argv.includes(name));
  if (word === undefined) return unknownOption(unknown, command ? [command] : commands, help);
  // A word in place of a command, or after all arguments that the command takes.
  const known = command ? command.subcommands : commands.map(({ name }) => name);
  const isCommand = argv.indexOf(word) === (command ? 1 : 0) && known.length > 0;
  return isCommand
    ? new UserError(`unknown command ${word}`, { hint: suggestion(word, known, '', help) })
    : new UserError(`too many arguments: ${word}`, { hint: help });
}

/** The words of `argv` that name a command and its subcommand. */
function commandWords([first, second]: readonly string[], command: Command | undefined): string[] {
  if (!command) return [];
  return command.subcommands.includes(second) ? [first, second] : [first];
}

function unknownOption(unknown: readonly string[], commands: readonly Command[], help: string): UserError {
  // yargs names `--no-cahce` twice: as written and in camel case.
  const names = unknown.filter((name) => !unknown.some((other) => other !== name && camelCase(other) === name));
  const shown = names.map((name) => (name.length > 1 ? `--${name}` : `-${name}`)).join(', ');
  const known = [...new Set([...commands.flatMap((command) => command.options), 'help', 'version'])];
  return new UserError(`unknown ${names.length > 1 ? 'options' : 'option'} ${shown}`, {
    hint: suggestion(names[0], known, '--', help),
  });
}

function suggestion(name: string, known: readonly string[], prefix: string, help: string): string {
  // An option of another subcommand is known, and no help here.
  const others = known.filter((candidate) => candidate !== name);
  const near = nearestNames(name, others).map((candidate) => `${prefix}${candidate}`);
  return near.length > 0 ? `did you mean ${near.join(' or ')}?` : help;
}

const camelCase = (name: string) => name.replace(/-+(.)/g, (_, letter: string) => letter.toUpperCase());

/** The message for a missing argument, with the usage of the command; undefined: none is missing. */
function missingArgument(message: string, words: readonly string[], command: Command | undefined): string | undefined {
  const found = /^Not enough non-option arguments: got (\d+)/.exec(message);
  if (!found) return undefined;
  const takes = command?.takes?.[words[1] ?? ''];
  if (takes === undefined) return 'an argument is missing';
  const names = takes.split(' ');
  return `${names[Math.min(Number(found[1]), names.length - 1)]} is missing: ${['subray', ...words, takes].join(' ')}`;
}

/** Translates the other messages of yargs. */
function translate(message: string, command: Command | undefined): string {
  const withoutValue = /^Not enough arguments following: (.*)$/.exec(message);
  if (withoutValue) return `--${withoutValue[1]} needs a value`;
  const missing = /^Missing required arguments?: (.*)$/.exec(message);
  if (missing) return `--${missing[1]} is missing`;
  const choice = /Argument: (.+), Given: (.+), Choices: (.+)/.exec(message);
  if (choice) {
    const name = command?.options.includes(choice[1]) ? `--${choice[1]}` : choice[1];
    return `${name}: found ${choice[2]}, expected one of ${choice[3]}`;
  }
  return message.trim().replaceAll(/\s+/g, ' ');
}
