import { createSecretKey, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { DiskFiles } from '../attachments/storage/disk-files.ts';
import { openFrames, sealFrames } from '../attachments/storage/sealed-frames.ts';
import type { BrokenLine, TableRow } from '../spreadsheets/read-table.ts';
import type { TableDetails } from '../spreadsheets/read-table-thread.ts';
import { parseLines } from '../spreadsheets/table-in-thread.ts';

const FOLDER = 'rows/';

/** A table as it is read: what it is like, and its lines on demand, once. Drop it after use. */
export interface Table extends TableDetails {
  readonly lines: AsyncIterable<TableRow | BrokenLine>;
  /** Removes the stored lines, also those that were not read. */
  drop(): Promise<void>;
}

/**
 * Keeps the lines of a table in temporary storage while they are imported, sealed with a key that exists only in
 * memory: a thread reads the table as fast as it can, and is free long before the last line is imported.
 */
export class TableSpool {
  constructor(private readonly files: DiskFiles) {}

  /** Stores the lines of `writtenTable` and opens them. */
  async store(pieces: AsyncIterable<string>): Promise<Table> {
    const name = uuidv7();
    const key = createSecretKey(randomBytes(32));
    const { files } = this;
    const at = `${FOLDER}${name}`;
    let size = 0;
    const bytes = async function* () {
      for await (const piece of pieces) {
        const written = Buffer.from(piece);
        size += written.length;
        yield written;
      }
    };
    await files.put(at, sealFrames(key, name, bytes()));
    const sealed = await files.get(at);
    const drop = () => files.delete(at);
    const read = parseLines(openFrames(key, name, sealed!, { from: 0, to: size, size }));
    const table = await read.catch(async (error: unknown) => {
      await drop();
      throw error;
    });
    return { ...table, drop };
  }

  /** Removes the lines of processes that crashed; their keys are lost. */
  async clear(before: Date): Promise<void> {
    for await (const { key, changedAt } of this.files.list())
      if (key.startsWith(FOLDER) && changedAt < before) await this.files.delete(key);
  }
}
