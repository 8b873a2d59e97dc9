/** Value of a cell. */
export type Cell = string | number | null;

/** A table to write, in batches of rows; the first row is the heading. */
export type Rows = AsyncIterable<readonly (readonly Cell[])[]>;
