/** What stands in a cell. */
export type Cell = string | number | null;

/** A table as it is written: the heading row first, then rows as they come, some at a time. */
export type Rows = AsyncIterable<readonly (readonly Cell[])[]>;
