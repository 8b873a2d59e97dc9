import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkpoint, KeptCheckpoint } from '@plimsoll/event-store/checkpoint';
import { z } from 'zod';
import { syncFolder } from '../kept-file.ts';
import { PlainFault } from '../plain-fault.ts';

/** What `log verify` is given besides the table. */
export interface FiledCheckpoints {
  readonly checkpoints: readonly KeptCheckpoint[];
  /** Lines that are none, with file and line. */
  readonly faults: readonly string[];
}

export const checkpointFolder = (dataDir: string): string => join(dataDir, 'checkpoints');

/** Adds a line to the file of its month and waits until the disk has it. Lines are only ever added. */
export async function fileCheckpoint(folder: string, checkpoint: Checkpoint): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${checkpoint.time.slice(0, 7)}.jsonl`);
  const isNew = !existsSync(file);
  const handle = await open(file, 'a+', 0o600);
  try {
    // Whoever was killed in the middle of a line must not spoil the next one.
    const { size } = await handle.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await handle.read(last, 0, 1, size - 1);
    await handle.appendFile(`${size > 0 && last.toString() !== '\n' ? '\n' : ''}${JSON.stringify(checkpoint)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (isNew) syncFolder(folder);
}

const line = z.strictObject({
  tenant: z.guid().toLowerCase(),
  position: z.int().min(1),
  hash: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits'),
  time: z.iso.datetime(),
  keyId: z.string().regex(/^[0-9a-f]{16}$/, 'must be 16 hex digits'),
  signature: z.base64().length(88, 'must be 64 bytes in base64'),
});

/**
 * Reads a file of checkpoints, one in JSON to a line, or all such files (.jsonl, .ndjson) of a folder.
 * @throws PlainFault when there is none.
 */
export function readCheckpointFiles(path: string): FiledCheckpoints {
  if (!existsSync(path)) throw new PlainFault(`there are no checkpoints at ${path}`);
  const files = statSync(path).isDirectory() ? readdirSync(path).filter((name) => /\.(jsonl|ndjson)$/.test(name)).sort().map((name) => join(path, name)) : [path];
  if (files.length === 0) throw new PlainFault(`there is no file of checkpoints (.jsonl, .ndjson) in ${path}`);
  const checkpoints: KeptCheckpoint[] = [];
  const faults: string[] = [];
  for (const file of files) {
    for (const [index, text] of readFileSync(file, 'utf8').split('\n').entries()) {
      if (text.trim() === '') continue;
      const place = `${file} line ${index + 1}`;
      const read = line.safeParse(parsed(text));
      if (read.success) checkpoints.push({ ...read.data, place });
      else faults.push(`${place}: not a checkpoint: ${read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`.trim()).join('; ')}`);
    }
  }
  return { checkpoints, faults };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
