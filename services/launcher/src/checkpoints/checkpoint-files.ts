import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkpoint, StoredCheckpoint } from '@plimsoll/event-store/chain/checkpoint';
import type { StoredOrganizationList, OrganizationList } from '@plimsoll/event-store/chain/organization-list';
import { z } from 'zod';
import { syncFolder } from '../write-once-file.ts';
import { PlainError } from '../plain-error.ts';

/** Checkpoints from files, which `log verify` uses in addition to the table. */
export interface FiledCheckpoints {
  readonly checkpoints: readonly StoredCheckpoint[];
  readonly lists: readonly StoredOrganizationList[];
  /** Invalid lines, with file and line number. */
  readonly errors: readonly string[];
}

export const checkpointFolder = (dataDir: string): string => join(dataDir, 'checkpoints');

/** Appends a line to the file of its month and syncs it to disk. */
export async function fileSigned(folder: string, signed: Checkpoint | OrganizationList): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${signed.time.slice(0, 7)}.jsonl`);
  const isNew = !existsSync(file);
  const handle = await open(file, 'a+', 0o600);
  try {
    // A process that was killed while writing may have left an incomplete line; end it before the next one.
    const { size } = await handle.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await handle.read(last, 0, 1, size - 1);
    await handle.appendFile(`${size > 0 && last.toString() !== '\n' ? '\n' : ''}${JSON.stringify(signed)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (isNew) syncFolder(folder);
}

const digest = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits');
const signature = {
  time: z.iso.datetime(),
  keyId: z.string().regex(/^[0-9a-f]{16}$/, 'must be 16 hex digits'),
  signature: z.base64().length(88, 'must be 64 bytes in base64'),
};
const guid = z.guid().toLowerCase();
const checkpointLine = z.strictObject({ tenant: guid, position: z.int().min(1), hash: digest, ...signature });
const listLine = z.strictObject({ organizations: z.int().min(0), digest, added: z.array(guid), ...signature });

/**
 * Reads checkpoints and lists of organizations from a file with one JSON value per line, or from all such files
 * (.jsonl, .ndjson) of a folder.
 * @throws PlainError if there is none.
 */
export function readCheckpointFiles(path: string): FiledCheckpoints {
  if (!existsSync(path)) throw new PlainError(`there are no checkpoints at ${path}`);
  const files = statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => /\.(jsonl|ndjson)$/.test(name))
        .sort()
        .map((name) => join(path, name))
    : [path];
  if (files.length === 0) throw new PlainError(`there is no file of checkpoints (.jsonl, .ndjson) in ${path}`);
  const checkpoints: StoredCheckpoint[] = [];
  const lists: StoredOrganizationList[] = [];
  const errors: string[] = [];
  for (const file of files) {
    for (const [index, text] of readFileSync(file, 'utf8').split('\n').entries()) {
      if (text.trim() === '') continue;
      const place = `${file} line ${index + 1}`;
      const line = parsed(text);
      const isList = typeof line === 'object' && line !== null && 'organizations' in line;
      const [checkpoint, list] = isList
        ? [undefined, listLine.safeParse(line)]
        : [checkpointLine.safeParse(line), undefined];
      if (checkpoint?.success) checkpoints.push({ ...checkpoint.data, place });
      else if (list?.success) lists.push({ ...list.data, place });
      else
        errors.push(
          `${place}: not a ${isList ? 'list of organizations' : 'checkpoint'}: ${(checkpoint ?? list)!.error!.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`.trim()).join('; ')}`,
        );
    }
  }
  return { checkpoints, lists, errors };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
