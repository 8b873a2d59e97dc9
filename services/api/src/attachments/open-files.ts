import type { Resources } from '../resources.ts';
import { DiskFiles } from './disk-files.ts';
import type { FileStore } from './file-store.ts';
import { Files } from './files.ts';
import { S3Files, type BucketAccess } from './s3-files.ts';

/** Where files lie for good: in a bucket where there is one, else in a folder of this machine. */
export const openFileStore = (folder: string, bucket: BucketAccess | undefined): FileStore => (bucket ? new S3Files(bucket) : new DiskFiles(folder));

/** The installation's files. What comes lies in the folder until it was judged, also where there is a bucket. */
export const openFiles = ({ pool, sealingKey, filesBucket }: Pick<Resources, 'pool' | 'sealingKey' | 'filesBucket'>, folder: string): Files =>
  new Files(pool, sealingKey, openFileStore(folder, filesBucket), new DiskFiles(folder));
