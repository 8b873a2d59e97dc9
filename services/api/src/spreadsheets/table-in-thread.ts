import type { TextEncoding } from '@plimsoll/contracts/imports/text-encodings';
import { defineJob } from '../platform/jobs/define-job.ts';
import type { InputJobs } from '../platform/jobs/input-jobs.ts';
import { JobOverLimit } from '../platform/jobs/job-over-limit.ts';
import type { CellError } from './cell-error.ts';
import { rowOf, type BrokenLine, type TableRow } from './read-table.ts';
import type { TableDetails, TableFormat, TableSummary, WrittenLine } from './read-table-thread.ts';
import { TableError } from './table-error.ts';

type Thread = typeof import('./read-table-thread.ts');
const limits = { lane: 'TABLES', maxMs: 60_000 } as const;
const summarizeJob = defineJob<Thread, 'summarize'>(import.meta.url, './read-table-thread', {
  name: 'summarize',
  ...limits,
});
const sendLinesJob = defineJob<Thread, 'sendLines'>(import.meta.url, './read-table-thread', {
  name: 'sendLines',
  ...limits,
});

/** A table of an organization, which is read when its turn has come. */
export interface TableInTurn {
  readonly organization: string;
  readonly format: TableFormat;
  /** Index of the sheet of a workbook; without it, the first visible one. */
  readonly sheet?: number | undefined;
  /** The encoding of a text file, if a person chose it; without it, the likeliest. */
  readonly encoding?: TextEncoding | undefined;
  /** The buffer moves to the thread. */
  readonly read: () => Promise<Buffer<ArrayBuffer>>;
}

const asTableError = (error: unknown): never => {
  throw error instanceof JobOverLimit ? new TableError('reading it takes too long: send it in parts') : error;
};

/** Counts the rows of a table in a thread, and takes the first. @throws TableError */
export async function summarizeTable(
  jobs: InputJobs,
  { organization, format, sheet, encoding, read }: TableInTurn,
  limit: { readonly maxRows: number; readonly sampleRows: number },
): Promise<TableSummary> {
  const summary = await jobs
    .run(summarizeJob, {
      organization,
      read: async () => {
        const bytes = await read();
        return { input: { bytes, format, sheet, encoding, ...limit }, moved: [bytes.buffer] };
      },
    })
    .catch(asTableError);
  if (typeof summary === 'string') throw new TableError(summary);
  return summary;
}

/**
 * Reads a table in a thread and yields it as JSON lines, in pieces, for `parseLines`. The consumer must be quick, such
 * as one that writes them to a disk.
 * @throws TableError when it takes too long.
 */
export async function* writtenTable(
  jobs: InputJobs,
  { organization, format, sheet, encoding, read }: TableInTurn,
): AsyncGenerator<string, void, undefined> {
  const pieces = jobs.pieces<Omit<Parameters<Thread['sendLines']>[0], 'port'>, string>(sendLinesJob, {
    organization,
    read: async () => {
      const bytes = await read();
      return { input: { bytes, format, sheet, encoding }, moved: [bytes.buffer] };
    },
  });
  try {
    yield* pieces;
  } catch (error) {
    asTableError(error);
  }
}

/**
 * Parses the JSON lines of `writtenTable`, however they are cut into pieces. Lines are read on demand, once.
 * @throws TableError when the table cannot be read.
 */
export async function parseLines(
  pieces: AsyncIterable<Buffer>,
): Promise<TableDetails & { readonly lines: AsyncIterable<TableRow | BrokenLine> }> {
  const written = jsonLines(pieces);
  const first = await written.next();
  const details = first.value as TableDetails | string;
  if (typeof details === 'string') throw new TableError(details);
  return { ...details, lines: parsedLines(written) };
}

async function* parsedLines(written: AsyncIterable<unknown>): AsyncGenerator<TableRow | BrokenLine> {
  for await (const each of written as AsyncIterable<WrittenLine | string>) {
    if (typeof each === 'string') throw new TableError(each);
    if (!Array.isArray(each)) {
      yield each as BrokenLine;
      continue;
    }
    const [line, ...cells] = each as unknown as [number, ...(string | CellError)[]];
    yield rowOf(line, cells);
  }
}

async function* jsonLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  let begun = '';
  for await (const piece of pieces) {
    const lines = (begun + decoder.decode(piece, { stream: true })).split('\n');
    begun = lines.pop()!;
    for (const line of lines) yield JSON.parse(line);
  }
}
