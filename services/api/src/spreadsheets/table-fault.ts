/** Why a file cannot be read as a table, as a sentence that follows its name. */
export class TableFault extends Error {
  override readonly name = 'TableFault';
}
