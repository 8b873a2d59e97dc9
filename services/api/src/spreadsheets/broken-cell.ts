/** A malformed quoted cell: where it begins in its line, and the error. */
export interface BrokenCell {
  readonly at: number;
  readonly error: string;
}

/** The first quoted cell that is not closed, or is followed by anything but a separator or the end of the line. */
export function firstBrokenCell(line: string, separator: string): BrokenCell | undefined {
  for (let at = 0; at < line.length; ) {
    if (line[at] !== '"') {
      const next = line.indexOf(separator, at);
      if (next < 0) return undefined;
      at = next + 1;
      continue;
    }
    const end = closingQuote(line, at);
    if (end < 0) return { at, error: 'is not closed by the end of the file, nor within 1 MB' };
    const behind = line[end + 1];
    if (behind === undefined || behind === '\r' || behind === '\n') return undefined;
    if (behind !== separator)
      return {
        at,
        error: `is closed and followed by ${JSON.stringify(line.slice(end + 1, end + 11).trimEnd())} instead of a separator`,
      };
    at = end + 2;
  }
  return undefined;
}

/** Index of the quote that closes the one at `at`; -1 without one. A doubled quote is an escaped one. */
function closingQuote(line: string, at: number): number {
  let end = line.indexOf('"', at + 1);
  while (end >= 0 && line[end + 1] === '"') end = line.indexOf('"', end + 2);
  return end;
}
