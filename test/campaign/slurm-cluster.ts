import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';

/** Folders of Slurm's daemons that are in no user's PATH. */
const DAEMONS = ['/usr/sbin', '/usr/local/sbin'];

const withDaemons = (...folders: string[]) => [...folders, process.env.PATH, ...DAEMONS].join(delimiter);

/** Whether this machine has Slurm; its clients tell nothing without a cluster. */
export const HAS_SLURM = ['slurmctld', 'slurmd'].every((program) => {
  try {
    execFileSync(program, ['-V'], { env: { ...process.env, PATH: withDaemons() }, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});

export const NEEDS_SLURM = HAS_SLURM ? '' : ' (skipped: there is no Slurm here; Debian has it in slurm-wlm)';

const NODES = ['n0', 'n1'] as const;
type Node = (typeof NODES)[number];

/** A cluster of two nodes with a core each on this machine; `subray` is in the PATH of its jobs. */
export class SlurmCluster {
  private readonly environment: NodeJS.ProcessEnv;
  private readonly daemons = new Map<string, ChildProcess>();
  private readonly config: string;

  /** Its files go to `folder`; it listens on three ports from `port` on. `main`: the program that `subray` is. */
  constructor(folder: string, port: number, main: string) {
    for (const name of ['state', 'spool-n0', 'spool-n1', 'log', 'bin'])
      mkdirSync(join(folder, name), { recursive: true });
    const command = join(folder, 'bin/subray');
    writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
    chmodSync(command, 0o755);
    this.config = join(folder, 'slurm.conf');
    writeFileSync(this.config, configText(folder, port));
    this.environment = { ...process.env, PATH: withDaemons(join(folder, 'bin')), SLURM_CONF: this.config };
    this.start('slurmctld', 'slurmctld', ['-D']);
    for (const node of NODES) this.start(node, 'slurmd', ['-D', '-N', node]);
  }

  /** The output of a client, such as sbatch. */
  call(program: string, ...words: readonly string[]): string {
    return execFileSync(program, [...words], { env: this.environment, encoding: 'utf8' }).trim();
  }

  /** Elements of arrays that are not over: their number in the array, id, node and state. */
  jobs(): { element: number; id: string; node: string; state: string }[] {
    return this.call('squeue', '-h', '-r', '-o', '%K %A %N %T')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split(' '))
      .map(([element, id, node, state]) => ({ element: Number(element), id, node, state }));
  }

  /** Ends a node as a power cut does: its daemon, and all processes of its jobs. */
  killNode(node: Node): void {
    const ids = this.jobs().filter((job) => job.node === node);
    this.daemons.get(node)?.kill('SIGKILL');
    for (const { id } of ids) for (const pid of processesOf(id)) process.kill(pid, 'SIGKILL');
  }

  /** Resolves once `is` holds; it may take so many seconds. */
  async until(is: () => boolean, seconds: number): Promise<void> {
    const end = Date.now() + seconds * 1000;
    while (!isTrue(is)) {
      if (Date.now() > end) throw new Error(`not within ${seconds} s; jobs: ${JSON.stringify(this.jobs())}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  /** Resolves once both nodes wait for jobs. */
  ready(): Promise<void> {
    return this.until(() => this.call('sinfo', '-N', '-h', '-o', '%t') === 'idle\nidle', 20);
  }

  stop(): void {
    for (const daemon of this.daemons.values()) daemon.kill('SIGKILL');
  }

  private start(name: string, program: string, words: readonly string[]): void {
    const daemon = spawn(program, [...words, '-f', this.config], { env: this.environment, stdio: 'ignore' });
    this.daemons.set(name, daemon);
  }
}

/** Clients fail while the controller starts. */
function isTrue(is: () => boolean): boolean {
  try {
    return is();
  } catch {
    return false;
  }
}

/** The step daemon of a job and all below it. */
function processesOf(job: string): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .flatMap((found) => (found ? [{ pid: Number(found[1]), parent: Number(found[2]), text: found[3] }] : []));
  const found = rows.filter(({ text }) => text.startsWith(`slurmstepd: [${job}.`)).map(({ pid }) => pid);
  for (const parent of found) found.push(...rows.filter((row) => row.parent === parent).map(({ pid }) => pid));
  return found;
}

/** No authentication, control groups or systemd; a requeued job waits 6 seconds instead of 121. */
function configText(folder: string, port: number): string {
  const user = userInfo().username;
  const host = hostname().split('.')[0];
  const nodes = NODES.map(
    (node, k) => `NodeName=${node} NodeHostname=${host} NodeAddr=127.0.0.1 Port=${port + 1 + k} CPUs=1 RealMemory=2000`,
  );
  return `ClusterName=test
SlurmctldHost=${host}(127.0.0.1)
SlurmctldPort=${port}
SlurmUser=${user}
SlurmdUser=${user}
AuthType=auth/none
CredType=cred/none
AuthInfo=cred_expire=6
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,bf_interval=1,sched_min_interval=0
ReturnToService=2
SlurmdTimeout=5
KillWait=2
HealthCheckInterval=0
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool-%n
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/slurmd-%n.pid
SlurmctldLogFile=${folder}/log/slurmctld.log
SlurmdLogFile=${folder}/log/slurmd-%n.log
${nodes.join('\n')}
PartitionName=p Nodes=${NODES.join(',')} Default=YES MaxTime=60 State=UP
`;
}
