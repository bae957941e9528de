import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** A journal shorter than this, in bytes, isn't worth rewriting. */
const compactAbove = 8 * 1024 * 1024;

/**
 * A file of JSON lines, each a change that applies as a whole or not at all. `append` returns when the line is on disk, so acknowledged changes
 * survive a killed process. A line that a crash cut short has no line feed and is dropped.
 */
export class Journal {
  readonly path: string;
  #descriptor: number;
  #length: number;
  #compactedLength: number;

  private constructor(path: string, length: number, compactedLength: number) {
    this.path = path;
    this.#descriptor = openSync(path, 'r+');
    this.#length = length;
    this.#compactedLength = compactedLength;
  }

  /** Opens a journal and passes every complete line to `read`; null if there is no file. */
  static open(path: string, read: (value: unknown) => void): Journal | null {
    if (!existsSync(path)) return null;
    const content = readFileSync(path);
    const end = content.lastIndexOf(0x0a) + 1;
    const lines = content.subarray(0, end).toString('utf8').split('\n');
    lines.pop();
    for (const [index, line] of lines.entries()) {
      try {
        read(JSON.parse(line));
      } catch (error) {
        throw new Error(
          `The store file ${path} is damaged at line ${index + 1}. Delete it to start over from the seed.`,
          { cause: error },
        );
      }
    }
    const journal = new Journal(path, end, Buffer.byteLength(lines[0] ?? '') + 1);
    if (end < content.length) ftruncateSync(journal.#descriptor, end);
    return journal;
  }

  /** Creates a journal of one line, or replaces a journal's content with one line. */
  static create(path: string, value: unknown): Journal {
    const line = `${JSON.stringify(value)}\n`;
    const folder = dirname(path);
    mkdirSync(folder, { recursive: true });
    const temporary = `${path}.new`;
    writeFileSync(temporary, line, { mode: 0o600, flush: true });
    renameSync(temporary, path);
    // The folder must be synced too, so that the rename itself is on disk.
    const folderDescriptor = openSync(folder, 'r');
    try {
      fsyncSync(folderDescriptor);
    } finally {
      closeSync(folderDescriptor);
    }
    const length = Buffer.byteLength(line);
    return new Journal(path, length, length);
  }

  /** Whether the journal is much longer than it would be if rewritten. */
  get wantsCompaction(): boolean {
    return this.#length > compactAbove && this.#length > this.#compactedLength * 3;
  }

  append(value: unknown): void {
    if (this.#descriptor === -1) throw new Error(`The file ${this.path} is closed.`);
    const line = Buffer.from(`${JSON.stringify(value)}\n`);
    try {
      writeWhole(this.#descriptor, line, this.#length);
      fdatasyncSync(this.#descriptor);
    } catch (error) {
      // Otherwise the next line would follow the torn one and be lost with it.
      ftruncateSync(this.#descriptor, this.#length);
      throw error;
    }
    this.#length += line.length;
  }

  close(): void {
    if (this.#descriptor === -1) return;
    closeSync(this.#descriptor);
    // The system may give the number to the next file that is opened.
    this.#descriptor = -1;
  }
}

function writeWhole(descriptor: number, content: Buffer, position: number): void {
  let written = 0;
  while (written < content.length) {
    written += writeSync(
      descriptor,
      content,
      written,
      content.length - written,
      position + written,
    );
  }
}
