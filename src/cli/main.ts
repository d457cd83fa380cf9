#!/usr/bin/env node
import { runCli } from './cli.js';
import { endProcess, nodeContext, watchOutput } from './node-context.js';

watchOutput();
endProcess(await runCli(process.argv.slice(2), nodeContext()));
