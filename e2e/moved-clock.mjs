import { readFileSync } from 'node:fs';

// Preloaded into the app by tests that move its clock: the file says by how many seconds it's ahead of the machine's.

const file = process.env.MOVED_CLOCK_FILE ?? '';
const MachineDate = Date;

function now() {
  return MachineDate.now() + readOffset() * 1000;
}

function readOffset() {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    // No time has passed yet.
    return 0;
  }
}

globalThis.Date = new Proxy(MachineDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
