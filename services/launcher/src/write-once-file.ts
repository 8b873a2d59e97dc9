import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { PlainError } from './plain-error.ts';

/**
 * Reads a file that is written once.
 * @param isWhole whether the content is valid; by default, not empty.
 * @throws PlainError with its name if it is empty or invalid.
 */
export function readWritten(file: string, isWhole: (text: string) => boolean = () => true): string | undefined {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8').trim();
  if (text === '' || !isWhole(text)) {
    throw new PlainError(
      `${file} is ${text === '' ? 'empty' : 'broken'}: put it back from your copy; where nothing is to be kept yet, "npm start -- --fresh" begins anew`,
    );
  }
  return text;
}

/**
 * Reads a file like `readWritten`, creating it if it does not exist. Of several processes that create it at once, all
 * get the content of the first.
 */
export function readOrCreate(file: string, make: () => string, isWhole?: (text: string) => boolean): string {
  const existing = readWritten(file, isWhole);
  if (existing !== undefined) return existing;
  writeOnce(file, make());
  return readWritten(file, isWhole)!;
}

/**
 * Creates a file that only its owner can read: written under a temporary name, synced, then linked to its name, so that
 * it is whole or absent whatever fails. An existing file stays unchanged.
 * @throws the file system's error, with the path.
 */
export function writeOnce(file: string, text: string): void {
  const folder = dirname(file);
  const beside = `${file}.${process.pid}.unfinished`;
  try {
    const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (made) syncFolder(dirname(made));
    try {
      const handle = openSync(beside, 'w', 0o600);
      try {
        writeFileSync(handle, `${text}\n`);
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
      giveName(beside, file);
    } finally {
      rmSync(beside, { force: true });
    }
    syncFolder(folder);
  } catch (error) {
    // A full disk's error on write has no path.
    throw Object.assign(error as NodeJS.ErrnoException, { path: (error as NodeJS.ErrnoException).path ?? file });
  }
}

/**
 * Syncs a folder, so that files renamed or created in it survive a power failure. Windows cannot open folders, and its
 * names are durable without it.
 */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** A rename would replace what another process wrote a moment ago; a link does not. Some file systems have no links. */
function giveName(beside: string, file: string): void {
  try {
    linkSync(beside, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code ?? '')) throw error;
    renameSync(beside, file);
  }
}
