import type { Resources } from '../platform/process/resources.ts';
import { DiskFiles } from './storage/disk-files.ts';
import { Files } from './storage/files.ts';

/** The installation's files. What comes lies in the folder until it was judged, also where there is a bucket. */
export const openFiles = (
  { pool, sealingKey, bucket }: Pick<Resources, 'pool' | 'sealingKey' | 'bucket'>,
  folder: string,
): Files => new Files(pool, sealingKey, bucket ?? new DiskFiles(folder), new DiskFiles(folder, false));
