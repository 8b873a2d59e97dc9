/** Error: a service that files need (the bucket, the scanner) is unavailable; a retry may help. */
export class FilesUnavailable extends Error {
  override readonly name = 'FilesAway';
}
