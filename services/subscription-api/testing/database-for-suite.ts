import { beforeAll } from 'vitest';
import { type OpenDatabase, openDatabase } from '../store/database.ts';
import { createTemporaryDatabase, type DatabaseKind } from './temporary-database.ts';

/** An empty database with its tables for a whole `describe`: opened before its first test, removed after its last. */
export function databaseForSuite(kind: DatabaseKind): Pick<OpenDatabase, 'database'> {
  let opened: OpenDatabase | undefined;
  beforeAll(async () => {
    const temporary = await createTemporaryDatabase(kind);
    const { databaseUrl, dataDirectory } = temporary;
    opened = await openDatabase({ databaseUrl, folder: `${dataDirectory}/database` });
    const { close } = opened;
    return async () => {
      await close();
      await temporary.remove();
    };
  });
  return {
    get database() {
      if (opened === undefined) throw new Error('The database opens with the first test.');
      return opened.database;
    },
  };
}
