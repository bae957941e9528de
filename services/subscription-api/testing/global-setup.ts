import { startServerForTests } from './temporary-database.ts';

/** The PostgreSQL of vitest's run; what it answers stops it. */
export default startServerForTests;
