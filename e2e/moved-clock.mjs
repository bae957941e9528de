import { readFileSync } from 'node:fs';

// Loaded into the app before everything else by tests in which time passes: its clock is ahead of the machine's by as
// many seconds as the file says.

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
