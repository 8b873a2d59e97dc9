/** Error for a file that is no valid table; the message continues a sentence that begins with the file. */
export class TableError extends Error {
  override readonly name = 'TableFault';
}
