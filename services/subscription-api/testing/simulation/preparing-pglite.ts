import type { ExecProtocolOptions, messages } from '@electric-sql/pglite';
import { CountingPglite } from '../../store/counting-pglite.ts';

type Answer = messages.BackendMessage[];
type Statement = { name: string; description: Answer };

const code = { parse: 0x50, describe: 0x44, bind: 0x42, execute: 0x45, sync: 0x53 };
const text = new TextDecoder();

/**
 * A PGlite that prepares each statement once, and then carries it out with one call into the database instead of six: statements were most
 * of the simulation's time. Not for tables that change while it is open.
 */
export class PreparingPglite extends CountingPglite {
  readonly #statements = new Map<string, Statement>();
  #current: Statement | null = null;
  #bound: Uint8Array | null = null;
  #isSynced = false;

  override async execProtocolStream(
    message: Uint8Array,
    options?: ExecProtocolOptions,
  ): Promise<Answer> {
    switch (message[0]) {
      case code.parse: {
        this.#bound = null;
        this.#isSynced = false;
        const words = text.decode(message.subarray(6));
        this.#current = this.#statements.get(words) ?? null;
        if (this.#current === null) this.#current = await this.#prepare(message, words, options);
        return [];
      }
      case code.describe:
        return this.#bound === null ? (this.#current?.description ?? []) : [];
      case code.bind:
        this.#bound = named(message, 6, this.#current?.name ?? '');
        return [];
      case code.execute: {
        this.#isSynced = true;
        const rows = this.#current?.description.filter(({ name }) => name === 'rowDescription');
        const whole = joined(this.#bound ?? new Uint8Array(), message, syncMessage);
        return [...(rows ?? []), ...(await super.execProtocolStream(whole, options))];
      }
      case code.sync:
        return this.#isSynced ? [] : await super.execProtocolStream(message, options);
      default:
        this.#isSynced = false;
        return await super.execProtocolStream(message, options);
    }
  }

  async #prepare(
    message: Uint8Array,
    words: string,
    options?: ExecProtocolOptions,
  ): Promise<Statement> {
    const name = `s${this.#statements.size}`;
    const parse = named(message, 5, name);
    const describe = named(new Uint8Array([code.describe, 0, 0, 0, 6, code.sync, 0]), 6, name);
    const whole = joined(parse, describe, syncMessage);
    const description = (await super.execProtocolStream(whole, options)).filter((one) =>
      ['parameterDescription', 'rowDescription', 'noData'].includes(one.name),
    );
    const statement = { name, description };
    this.#statements.set(words, statement);
    return statement;
  }
}

const syncMessage = new Uint8Array([code.sync, 0, 0, 0, 4]);

/** The message with a name in it, and its length put right. */
function named(message: Uint8Array, at: number, name: string): Uint8Array {
  const whole = joined(message.subarray(0, at), Buffer.from(name), message.subarray(at));
  new DataView(whole.buffer, whole.byteOffset).setUint32(1, whole.length - 1);
  return whole;
}

function joined(...parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
