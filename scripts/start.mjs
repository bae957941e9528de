// Written so that even a very old Node can read it: its job is to say that Node is too old.

const oldest = 20;
const version = process.versions.node;
if (Number.parseInt(version, 10) >= oldest) {
  import('./setup/hand-over.mjs').then(({ handOver }) => handOver(process.argv[2] ?? ''));
} else {
  console.error(
    `Node ${version} is too old: install Node ${oldest} or newer, then run the command again.`,
  );
  process.exitCode = 1;
}
