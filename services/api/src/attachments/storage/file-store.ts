import type { Readable } from 'node:stream';

/** Where the bytes of files lie, sealed before they come here. A key is of letters, digits, hyphens and one slash. */
export interface FileStore {
  /** Durable when it resolves; what was there under the key is replaced. A fault leaves nothing under it. */
  put(key: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** The same of a file of this machine, as it is. It may have gone from there then. @throws when it is not there. */
  take(key: string, path: string): Promise<void>;
  /** All of it, or the bytes from `from` until before `to`; null when there is nothing under the key. */
  get(key: string, range?: { readonly from: number; readonly to: number }): Promise<Readable | null>;
  /** Nothing happens where there is nothing. */
  delete(key: string): Promise<void>;
  list(): AsyncIterable<{ readonly key: string; readonly bytes: number; readonly changedAt: Date }>;
}
