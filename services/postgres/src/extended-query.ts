import type pg from 'pg';
import type { Statement, TextRow } from './statement.ts';

/** A parameter's value: Buffers are sent in PostgreSQL's binary form, everything else as text. */
export type BoundValue = Buffer | string | number | boolean | null;

/** Members of `pg`'s connection that its types do not declare: prepared statements by name, and the socket. */
interface ConnectionOfPg {
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  readonly stream: { cork(): void; uncork(): void; write(bytes: Buffer): boolean };
  parse(query: Statement): void;
  sendCopyFail(why: string): void;
  sync(): void;
}

const BIND = 0x42;
/** Execute without a row limit, then Sync. */
const EXECUTE_AND_SYNC = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4]);
const MAX_REUSED_BYTES = 1_048_576;

/**
 * A reusable buffer for one outgoing message at a time. `pg` allocates a new buffer for each message and copies it as
 * it grows; a few megabytes of such external memory trigger a full garbage collection.
 */
export class SendBuffer {
  #bytes = Buffer.allocUnsafeSlow(4_096);

  /** A buffer of at least this many bytes, uninitialized. Very large buffers are not stored for reuse. */
  allocate(bytes: number): Buffer {
    if (bytes <= this.#bytes.length) return this.#bytes;
    const larger = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(bytes)));
    if (larger.length <= MAX_REUSED_BYTES) this.#bytes = larger;
    return larger;
  }
}

/**
 * Runs a named statement with its values in a single write (PostgreSQL's extended query protocol). Columns arrive as
 * text; no row description is requested.
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY
 */
export class ExtendedQuery implements pg.Submittable {
  readonly name: string;
  readonly text: string;
  /** Called once, by `pg`. */
  callback: (error: Error | null) => void;
  readonly rows: TextRow[] = [];
  readonly #values: readonly BoundValue[];
  readonly #buffer: SendBuffer;

  /** @param buffer can be reused when the response arrives: the server has then read all of it. */
  constructor(
    { name, text }: Statement,
    values: readonly BoundValue[],
    buffer: SendBuffer,
    done: (error: Error | null) => void,
  ) {
    this.name = name;
    this.text = text;
    this.callback = done;
    this.#values = values;
    this.#buffer = buffer;
  }

  submit(given: pg.Connection): void {
    const connection = given as unknown as ConnectionOfPg;
    const { parsedStatements, submittedNamedStatements, stream } = connection;
    // Before `cork`: an error while binding must not leave the stream corked.
    const bound = this.#bound();
    stream.cork();
    if (!parsedStatements[this.name] && !submittedNamedStatements[this.name]) {
      connection.parse({ name: this.name, text: this.text });
      submittedNamedStatements[this.name] = this.text;
    }
    stream.write(bound);
    stream.uncork();
  }

  handleDataRow({ fields }: { readonly fields: TextRow }): void {
    this.rows.push(fields);
  }

  handleReadyForQuery(): void {
    this.callback(null);
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  /** A server that waits for COPY data has skipped our Sync. */
  handleCopyInResponse(given: pg.Connection): void {
    const connection = given as unknown as ConnectionOfPg;
    connection.sendCopyFail('There is nothing to copy');
    connection.sync();
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
  handleCopyData(): void {}

  /** Encodes Bind, Execute and Sync. */
  #bound(): Buffer {
    const values = this.#values.map((value) => (value === null || Buffer.isBuffer(value) ? value : String(value)));
    let size =
      1 + 4 + 1 + Buffer.byteLength(this.name) + 1 + 2 + 2 * values.length + 2 + 2 + 2 + EXECUTE_AND_SYNC.length;
    for (const value of values)
      size += 4 + (value === null ? 0 : typeof value === 'string' ? 3 * value.length : value.length);
    const buffer = this.#buffer.allocate(size);
    buffer[0] = BIND;
    buffer[5] = 0;
    let at = 6 + buffer.write(this.name, 6);
    buffer[at++] = 0;
    at = buffer.writeInt16BE(values.length, at);
    for (const value of values) at = buffer.writeInt16BE(Buffer.isBuffer(value) ? 1 : 0, at);
    at = buffer.writeInt16BE(values.length, at);
    for (const value of values) {
      if (value === null) {
        at = buffer.writeInt32BE(-1, at);
      } else if (typeof value === 'string') {
        const length = buffer.write(value, at + 4);
        at = buffer.writeInt32BE(length, at) + length;
      } else {
        buffer.set(value, buffer.writeInt32BE(value.length, at));
        at += 4 + value.length;
      }
    }
    at = buffer.writeInt16BE(0, at);
    buffer.writeInt32BE(at - 1, 1);
    buffer.set(EXECUTE_AND_SYNC, at);
    return buffer.subarray(0, at + EXECUTE_AND_SYNC.length);
  }
}
