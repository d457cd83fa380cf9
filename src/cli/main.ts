#!/usr/bin/env node
import { runCli } from './cli.js';
import { nodeContext, watchOutput } from './node-context.js';

watchOutput();
process.exitCode = await runCli(process.argv.slice(2), nodeContext());
