import { startServerForTests } from './temporary-database.ts';

/** Starts PostgreSQL for vitest's run. It returns the function that stops it. */
export default startServerForTests;
