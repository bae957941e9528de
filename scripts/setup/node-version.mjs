// Written so that even a very old Node can read it: its job is to say that Node is too old.

const oldestMajor = 20;

/**
 * What is wrong with a version of Node, or undefined. Only the install runs on the machine's own Node.
 * @param {string} version such as "20.11.1"
 */
export function nodeFault(version) {
  if (Number.parseInt(version, 10) >= oldestMajor) return undefined;
  return `Node ${version} is too old: install Node ${oldestMajor} or newer, then run the command again.`;
}

/** Ends the process with one line when its Node is too old. */
export function requireNode() {
  const fault = nodeFault(process.versions.node);
  if (fault === undefined) return;
  console.error(fault);
  process.exit(1);
}
