import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { ensureInstalled } from './install.mjs';
import { nodeCommand, pathWithPackages, repositoryFolder } from './repository.mjs';

/** How often to look whether npm is still there, in ms. */
const callerCheck = 500;

/**
 * Installs what is missing, then runs `scripts/commands/{command}.ts` on Node 24 and ends as it ends. A Ctrl-C reaches it
 * through here and once: it leads a process group of its own. When this process ends, its channel closes and it stops.
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
  // npm passes a SIGTERM on, but cannot when it is killed itself; then we belong to somebody else.
  const caller = findCaller();
  setInterval(() => {
    if (findCaller() !== caller) child.kill('SIGTERM');
  }, callerCheck).unref();
}

/** Who started us: our parent and, where that is the shell that npm starts us through, the shell's parent. */
function findCaller() {
  const status = `/proc/${process.ppid}/stat`;
  // "123 (sh) S 122 …": id, program, state, parent's id. Only Linux tells it this way.
  const text = existsSync(status) ? readFileSync(status, 'utf8') : '';
  return `${process.ppid} ${/\((?:sh|dash|bash)\) \S (\d+)/.exec(text)?.[1]}`;
}
