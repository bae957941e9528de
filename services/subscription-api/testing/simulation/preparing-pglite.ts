import { messages, PGlite, protocol, type QueryOptions, type Results } from '@electric-sql/pglite';

const { serialize } = protocol;
type Answer = messages.BackendMessage[];
type Statement = {
  name: string;
  parameters: number[];
  fields: messages.RowDescriptionMessage['fields'];
};

const synchronize = serialize.sync();
/** Comes after a statement's values, and executes it. */
const carryOut = Buffer.concat([serialize.execute(), synchronize]);

/** Drizzle knows the types of a row's values. */
const isOfStatement = (_row: unknown): _row is never => true;

const codeOf = (letter: string): number => letter.charCodeAt(0);
const rowCode = codeOf('D');
/** Nobody reads that values were bound, that a statement was carried out, or that the database is ready. */
const emptyCodes: ReadonlySet<number | undefined> = new Set(['2', 'C', 'Z'].map(codeOf));

/** The values of a row's message. PGlite's parser copies each of them first. */
function valuesOf(row: Buffer): Array<string | null> {
  let end = 7;
  return Array.from({ length: row.readInt16BE(5) }, () => {
    const start = end + 4;
    const length = row.readInt32BE(end);
    end = start + Math.max(length, 0);
    return length === -1 ? null : row.toString('utf8', start, end);
  });
}

/** The message that gives a statement its values, as text. PGlite's own goes through a growing buffer, piece by piece. */
function bind(statement: string, values: ReadonlyArray<string | null>): Buffer {
  const sizes = values.map((value) => (value === null ? 0 : Buffer.byteLength(value)));
  // The portal's name is empty, and what says no format is text.
  const size = sizes.reduce((sum, one) => sum + 4 + one, statement.length + 12);
  const message = Buffer.alloc(1 + size);
  message.write('B');
  message.writeInt32BE(size, 1);
  message.write(statement, 6);
  let at = statement.length + 9;
  at = message.writeInt16BE(values.length, at);
  for (const [index, value] of values.entries()) {
    const length = sizes[index] ?? 0;
    at = message.writeInt32BE(value === null ? -1 : length, at);
    if (value !== null) at += message.write(value, at);
  }
  return message;
}

const begin = Buffer.from(serialize.query('BEGIN'));

/**
 * A PGlite that prepares each statement once, and then executes it with one call into the database instead of six. Statements took most of the
 * simulation's time. The tables must not change while it is open.
 */
export class PreparingPglite extends PGlite {
  readonly #statements = new Map<string, Statement>();
  readonly #parser = new protocol.Parser();
  #hasToBegin = false;

  override query: PGlite['query'] = async (text, values, options) => {
    await this._checkReady();
    return await this._runExclusiveTransaction(() => this.#ask(text, values, options));
  };

  override transaction: PGlite['transaction'] = (work) =>
    super.transaction((transaction) =>
      work(
        Object.assign(Object.create(transaction), {
          query: (...asked: Parameters<PGlite['query']>) => this.#ask(...asked),
        }),
      ),
    );

  override async execProtocolStream(message: Uint8Array): Promise<Answer> {
    // Only simple queries come through here, and they synchronize by themselves.
    if (message[0] === synchronize[0]) return [];
    // A transaction begins with its first statement.
    this.#hasToBegin = begin.equals(message);
    return this.#hasToBegin ? [] : this.#exchange(message).messages;
  }

  async #ask(
    text: string,
    values: unknown[] = [],
    { parsers = {}, rowMode = 'object' }: QueryOptions = {},
  ): Promise<Results<never>> {
    const { name, parameters, fields } = this.#statements.get(text) ?? this.#prepare(text);
    const bound = bind(
      name,
      values.map((value, index) => this.#written(value, parameters[index] ?? 0)),
    );
    const columns = fields.map((field) => ({
      name: field.name,
      type: field.dataTypeID,
      parser: parsers[field.dataTypeID] ?? this.parsers[field.dataTypeID],
    }));
    const rows: unknown[] = [];
    for (const values of this.#exchange(Buffer.concat([bound, carryOut])).rows) {
      const row = columns.map(({ type, parser }, index) => {
        const value = values[index] ?? null;
        return value === null || parser === undefined ? value : parser(value, type);
      });
      rows.push(
        rowMode === 'array'
          ? row
          : Object.fromEntries(columns.map((column, index) => [column.name, row[index]])),
      );
    }
    return { rows: rows.filter(isOfStatement), fields };
  }

  #written(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null;
    return this.serializers[type]?.(value) ?? String(value);
  }

  #prepare(text: string): Statement {
    const name = `s${this.#statements.size}`;
    const asked = [serialize.parse({ name, text }), serialize.describe({ type: 'S', name })];
    const answer = this.#exchange(Buffer.concat([...asked, synchronize])).messages;
    const statement: Statement = { name, parameters: [], fields: [] };
    for (const message of answer) {
      if (message instanceof messages.ParameterDescriptionMessage) {
        statement.parameters = message.dataTypeIDs;
      } else if (message instanceof messages.RowDescriptionMessage) {
        statement.fields = message.fields;
      }
    }
    this.#statements.set(text, statement);
    return statement;
  }

  /** Waits for nothing: the database is in this thread, and in memory. */
  #exchange(message: Uint8Array): { messages: Answer; rows: Array<Array<string | null>> } {
    const asked = this.#hasToBegin ? Buffer.concat([begin, message]) : message;
    this.#hasToBegin = false;
    const parts: Buffer[] = [];
    // Ends before it returns its promise. In the way of `execProtocolRawSync`, PGlite parses all of the answer for itself first.
    void this.execProtocolRawStream(asked, {
      syncToFs: false,
      onRawData: (part) => parts.push(Buffer.from(part)),
    });
    const answer = Buffer.concat(parts);
    const told: Answer = [];
    const rows: Array<Array<string | null>> = [];
    for (let at = 0, end = 0; at < answer.length; at = end) {
      end = at + 1 + answer.readInt32BE(at + 1);
      const one = answer.subarray(at, end);
      if (one[0] === rowCode) rows.push(valuesOf(one));
      else if (!emptyCodes.has(one[0])) this.#parser.parse(one, (parsed) => told.push(parsed));
    }
    const error = told.find((one) => one instanceof messages.DatabaseError);
    if (error !== undefined) throw error;
    return { messages: told, rows };
  }
}
