#!/usr/bin/env node
import { runCli } from './cli.js';
import { ignoreClosedPipes, nodeContext } from './node-context.js';

ignoreClosedPipes();
process.exitCode = await runCli(process.argv.slice(2), nodeContext());
