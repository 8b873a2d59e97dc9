import { FilesUnavailable } from '@plimsoll/api/attachments/storage/files-away';
import { BucketRefused, S3Files, type BucketAccess } from '@plimsoll/api/attachments/storage/s3-files';
import { PlainError } from '../plain-error.ts';

/**
 * Asks for the bucket before anything is served, where there is one. One that does not answer is no reason not to start: events
 * are reported without files too.
 * @throws PlainFault when it was set up wrongly, which no waiting mends.
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
