import type { Resources } from '../platform/process/resources.ts';
import { DiskFiles } from './storage/disk-files.ts';
import { Files } from './storage/files.ts';

/** Opens the file storage. Uploads stay in the folder until they are checked, even with a bucket. */
export const openFiles = (
  { pool, sealingKey, bucket }: Pick<Resources, 'pool' | 'sealingKey' | 'bucket'>,
  folder: string,
): Files => new Files(pool, sealingKey, bucket ?? new DiskFiles(folder), new DiskFiles(folder, false));
