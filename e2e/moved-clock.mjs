import { readFileSync } from 'node:fs';

// Tests preload this into the app to move its clock. The file has the number of seconds by which the clock is ahead.

const file = process.env.MOVED_CLOCK_FILE ?? '';
const MachineDate = Date;

function now() {
  return MachineDate.now() + readOffset() * 1000;
}

function readOffset() {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    // There is no file until the test lets time pass.
    return 0;
  }
}

globalThis.Date = new Proxy(MachineDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
