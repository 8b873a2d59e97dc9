import { join } from 'node:path';

/** Folder of attached files. With a bucket, uploads pass through it on their way to the bucket. */
export const filesFolder = (dataDir: string): string => join(dataDir, 'files');
