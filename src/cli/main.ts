#!/usr/bin/env node
process.stdout.write('subray\n');
