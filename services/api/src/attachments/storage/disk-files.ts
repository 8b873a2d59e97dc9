import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { ByteBatch, inBatches } from '../batches.ts';
import type { FileStore } from './file-store.ts';

/** Suffix of a file that is not complete yet. */
export const PART = '.part';
const isNotFound = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Bytes per write and per read. */
const BATCH_BYTES = 131_072;

/** File store in a local folder. */
export class DiskFiles implements FileStore {
  /** @param isDurable whether files must survive a power failure; others are cheaper. */
  constructor(
    private readonly folder: string,
    private readonly isDurable = true,
  ) {}

  async put(key: string, content: AsyncIterable<Buffer>): Promise<void> {
    const path = await this.#preparePath(key);
    const part = `${path}.${randomUUID()}${PART}`;
    const handle = await open(part, 'wx', 0o600);
    try {
      for await (const bytes of inBatches(content, new ByteBatch(BATCH_BYTES))) await handle.appendFile(bytes);
      if (this.isDurable) await handle.sync();
      await handle.close();
      await rename(part, path);
    } catch (error) {
      await handle.close().catch(() => undefined);
      await rm(part, { force: true });
      throw error;
    }
    if (this.isDurable) await syncFolder(dirname(path));
  }

  /** Moves the file instead of copying it: both folders are on one disk. */
  async take(key: string, source: string): Promise<void> {
    const path = await this.#preparePath(key);
    const handle = await open(source, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(source, path);
    await syncFolder(dirname(path));
  }

  async get(key: string, range?: { readonly from: number; readonly to: number }): Promise<Readable | null> {
    const path = this.pathOf(key);
    try {
      await stat(path);
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
    return createReadStream(path, {
      highWaterMark: BATCH_BYTES,
      ...(range && { start: range.from, end: range.to - 1 }),
    });
  }

  /** Path of the file on this machine. */
  pathOf(key: string): string {
    return join(this.folder, key);
  }

  async #preparePath(key: string): Promise<string> {
    const path = this.pathOf(key);
    const isNew = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (isNew && this.isDurable) await syncFolder(this.folder);
    return path;
  }

  async delete(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  async *list(): AsyncGenerator<{ key: string; bytes: number; changedAt: Date }> {
    const found = await readdir(this.folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
      if (isNotFound(error)) return [];
      throw error;
    });
    for (const entry of found) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const known = await stat(path).catch(() => null);
      const key = path.slice(this.folder.length + 1).replaceAll('\\', '/');
      // Files in deeper folders belong to another store.
      if (known && key.split('/').length === 2) yield { key, bytes: known.size, changedAt: known.mtime };
    }
  }
}
