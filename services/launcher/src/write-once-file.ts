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
 * @param isWhole whether this is what belongs there; anything that is not empty by default.
 * @throws PlainFault that names it when it is empty or not whole.
 */
export function readKept(file: string, isWhole: (text: string) => boolean = () => true): string | undefined {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8').trim();
  if (text === '' || !isWhole(text)) {
    throw new PlainError(
      `${file} is ${text === '' ? 'empty' : 'broken'}: put it back from your copy; where nothing is to be kept yet, "npm start -- --fresh" begins anew`,
    );
  }
  return text;
}

/** The same, made first where it is not there. Of several who make it at once all get what the first one wrote. */
export function keepFile(file: string, make: () => string, isWhole?: (text: string) => boolean): string {
  const kept = readKept(file, isWhole);
  if (kept !== undefined) return kept;
  writeOnce(file, make());
  return readKept(file, isWhole)!;
}

/**
 * Writes a file that nobody but its owner may read: beside its name, to the disk, and only then under its name, so that
 * there is the whole file or none, whatever fails or is killed in between. One that is there already stays.
 * @throws the file system's fault, with the path.
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
    // What a full disk answers to a write names no path.
    throw Object.assign(error as NodeJS.ErrnoException, { path: (error as NodeJS.ErrnoException).path ?? file });
  }
}

/** What was renamed or made in a folder is there after a power cut once this returns. Windows cannot open a folder, and its names are durable without it. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** A rename would replace what another process has written a moment ago; a second link does not. Some file systems have none. */
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
