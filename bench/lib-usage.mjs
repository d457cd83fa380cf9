// Loaded into a program (`node --import`): writes its use of the machine, threads included, to a file.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMemoryBytes: maxRSS * 1024 };
  writeFileSync(process.env.SUBRAY_BENCH_USAGE, JSON.stringify(usage));
});
