import {
  type ExecProtocolOptions,
  messages,
  PGlite,
  protocol,
  type QueryOptions,
  type Results,
} from '@electric-sql/pglite';

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

/**
 * A PGlite that prepares each statement once, and then executes it with one call into the database instead of six. Statements took most of the
 * simulation's time. The tables must not change while it is open.
 */
export class PreparingPglite extends PGlite {
  readonly #statements = new Map<string, Statement>();

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

  override async execProtocolStream(
    message: Uint8Array,
    options?: ExecProtocolOptions,
  ): Promise<Answer> {
    // Only simple queries come through here, and they synchronize by themselves.
    if (message[0] === synchronize[0]) return [];
    return await super.execProtocolStream(message, options);
  }

  async #ask(
    text: string,
    values: unknown[] = [],
    { parsers = {}, rowMode = 'object' }: QueryOptions = {},
  ): Promise<Results<never>> {
    return await this._runExclusiveQuery(async () => {
      const { name, parameters, fields } =
        this.#statements.get(text) ?? (await this.#prepare(text));
      const bound = serialize.bind({
        statement: name,
        values: values.map((value, index) => this.#written(value, parameters[index] ?? 0)),
      });
      const answer = await super.execProtocolStream(Buffer.concat([bound, carryOut]));
      const columns = fields.map((field) => ({
        name: field.name,
        type: field.dataTypeID,
        parser: parsers[field.dataTypeID] ?? this.parsers[field.dataTypeID],
      }));
      const rows: unknown[] = [];
      for (const message of answer) {
        if (!(message instanceof messages.DataRowMessage)) continue;
        const row = columns.map(({ type, parser }, index) => {
          const value = message.fields[index] ?? null;
          return value === null || parser === undefined ? value : parser(value, type);
        });
        rows.push(
          rowMode === 'array'
            ? row
            : Object.fromEntries(columns.map((column, index) => [column.name, row[index]])),
        );
      }
      return { rows: rows.filter(isOfStatement), fields };
    });
  }

  #written(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null;
    return this.serializers[type]?.(value) ?? String(value);
  }

  async #prepare(text: string): Promise<Statement> {
    const name = `s${this.#statements.size}`;
    const asked = [serialize.parse({ name, text }), serialize.describe({ type: 'S', name })];
    const answer = await super.execProtocolStream(Buffer.concat([...asked, synchronize]));
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
}
