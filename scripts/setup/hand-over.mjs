import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { ensureInstalled } from './install.mjs';
import { nodeCommand, pathWithPackages, repositoryFolder } from './repository.mjs';

/** How often to check whether npm still runs, in ms. */
const callerCheck = 500;

/**
 * Installs missing packages, then runs `scripts/commands/{command}.ts` on Node 24 and exits with its code. The command leads a process
 * group of its own, so that a Ctrl-C reaches it once, through here. It stops when this process ends, because its channel closes.
 * @param {string} command
 */
export async function handOver(command) {
  const fault = await ensureInstalled((line) => console.log(line));
  if (fault !== undefined) {
    console.error(fault);
    // CI reads the last line.
    if (command === 'test') console.log('0 passed, 1 failed');
    process.exit(1);
  }
  const child = spawn(
    nodeCommand,
    ['--import', './scripts/setup/follow-parent.mjs', `scripts/commands/${command}.ts`],
    {
      cwd: repositoryFolder,
      env: { ...process.env, PATH: pathWithPackages() },
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => process.exit(code ?? 1));
  // npm passes a SIGTERM on, but not a SIGKILL of its own. Then our parent changes.
  const caller = findCaller();
  setInterval(() => {
    if (findCaller() !== caller) child.kill('SIGTERM');
  }, callerCheck).unref();
}

/** Our parent process and, if that's npm's shell, the shell's parent. */
function findCaller() {
  const status = `/proc/${process.ppid}/stat`;
  // "123 (sh) S 122 …": id, program, state, parent's id. Only on Linux.
  const text = existsSync(status) ? readFileSync(status, 'utf8') : '';
  return `${process.ppid} ${/\((?:sh|dash|bash)\) \S (\d+)/.exec(text)?.[1]}`;
}
