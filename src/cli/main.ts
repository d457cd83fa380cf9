// The command line.
import { runCli } from './cli.js';
import { endProcess, nodeContext, watchOutput } from './node-context.js';

watchOutput();
void runCli(process.argv.slice(2), nodeContext()).then(endProcess);
