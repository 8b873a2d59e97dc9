import { DiskFiles } from './disk-files.ts';
import type { FileStore } from './file-store.ts';
import type { BucketAccess } from './s3-files.ts';

/** Opens a bucket; its client is only loaded where there is one. */
export const openBucket = async (access: BucketAccess): Promise<FileStore> =>
  new (await import('./s3-files.ts')).S3Files(access);

/** Opens the permanent file store: a bucket if configured, else a local folder. */
export const openFileStore = async (folder: string, bucket: BucketAccess | undefined): Promise<FileStore> =>
  bucket ? openBucket(bucket) : new DiskFiles(folder);
