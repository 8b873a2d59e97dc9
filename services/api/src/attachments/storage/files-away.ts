/** What files need besides the database (their bucket, the scanner) does not answer as it should: trying again later may help. */
export class FilesAway extends Error {
  override readonly name = 'FilesAway';
}
