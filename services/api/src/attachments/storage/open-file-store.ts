import { DiskFiles } from './disk-files.ts';
import type { FileStore } from './file-store.ts';
import type { BucketAccess } from './s3-files.ts';

/** A bucket; what speaks to one is not even loaded where there is none. */
export const openBucket = async (access: BucketAccess): Promise<FileStore> =>
  new (await import('./s3-files.ts')).S3Files(access);

/** Where files lie for good: in a bucket where there is one, else in a folder of this machine. */
export const openFileStore = async (folder: string, bucket: BucketAccess | undefined): Promise<FileStore> =>
  bucket ? openBucket(bucket) : new DiskFiles(folder);
