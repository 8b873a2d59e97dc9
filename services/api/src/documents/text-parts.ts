import type { Direction } from './visual-order.ts';

/** The parts of a document definition that have texts in them. */
export type Part = string | readonly Part[] | PartWith;
export interface PartWith {
  readonly text?: Part;
  readonly alignment?: string;
  readonly font?: string;
  readonly direction?: Direction;
  readonly stack?: readonly Part[];
  readonly ul?: readonly Part[];
  readonly columns?: readonly Part[];
  readonly table?: { readonly body: readonly (readonly Part[])[] };
}

export const isList = (part: Part): part is readonly Part[] => Array.isArray(part);

/** A part with the parts that it contains changed; its own text stays. */
export function withInner<Kind extends PartWith>(part: Kind, change: (inner: Part) => Part): Kind {
  const { stack, ul, columns, table } = part;
  return {
    ...part,
    ...(stack && { stack: stack.map(change) }),
    ...(ul && { ul: ul.map(change) }),
    ...(columns && { columns: columns.map(change) }),
    ...(table && { table: { ...table, body: table.body.map((row) => row.map(change)) } }),
  };
}
