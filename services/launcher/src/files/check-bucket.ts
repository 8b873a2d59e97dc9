import { FilesUnavailable } from '@plimsoll/api/attachments/storage/files-away';
import { BucketRefused, S3Files, type BucketAccess } from '@plimsoll/api/attachments/storage/s3-files';
import { PlainError } from '../plain-error.ts';

/**
 * Checks the bucket, if any, before the product serves. A bucket that does not respond does not prevent the start,
 * since reports without files still work.
 * @throws PlainError if it is misconfigured.
 */
export async function checkBucket(
  access: BucketAccess | undefined,
  onAway: (error: FilesUnavailable) => void,
): Promise<void> {
  if (!access) return;
  const files = new S3Files(access);
  try {
    await files.check();
  } catch (error) {
    if (error instanceof BucketRefused) throw new PlainError(`FILES_URL: ${error.message}`);
    if (!(error instanceof FilesUnavailable)) throw error;
    onAway(error);
  } finally {
    files.close();
  }
}
