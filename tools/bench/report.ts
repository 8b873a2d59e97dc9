import { arch, cpus, platform, release, totalmem } from 'node:os';
import pg from 'pg';
import type { Measurement } from '../../services/event-store/bench/measurement.ts';
import type { Bound, Measure } from './measures.ts';

/** A measure with its results, or the reason why there are none. */
export interface Outcome {
  readonly measure: Measure;
  readonly found: Measurement | Error;
  readonly seconds: number;
}

/** Describes the machine in one line. */
export async function machineOf(adminUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    const processors = cpus();
    return [
      `${processors.length} × ${processors[0]?.model.trim() || arch()}`,
      `${Math.round(totalmem() / 2 ** 30)} GB`,
      `${platform()} ${release()}`,
      `Node ${process.versions.node}`,
      `PostgreSQL ${rows[0]!.server_version}, embedded, fsync and synchronous_commit on`,
    ].join('; ');
  } finally {
    await client.end();
  }
}

export function verdictOf({ better, floor, goal }: Bound, figure: number): string {
  if (floor === undefined || goal === undefined) return '';
  const reaches = (mark: number) => (better === 'more' ? figure >= mark : figure <= mark);
  return reaches(goal) ? 'goal' : reaches(floor) ? 'floor' : 'missed';
}

const written = (figure: number | undefined, unit: Bound['unit']): string =>
  figure === undefined ? '' : unit ? `${figure.toFixed(1)} ${unit}` : figure.toFixed(2);
const range = (figures: readonly number[]): string =>
  `${Math.min(...figures).toFixed(2)}–${Math.max(...figures).toFixed(2)}`;
const heading = ['id', 'what', 'found', 'rounds', 'floor', 'goal', 'verdict'];

function linesOf({ measure, found }: Outcome): string[][] {
  return measure.bounds.map((bound) => {
    const figures =
      found instanceof Error
        ? []
        : [written(bound.of(found), bound.unit), bound.unit ? '' : range(found.rounds.map(({ ratio }) => ratio))];
    const verdict = found instanceof Error ? 'failed' : verdictOf(bound, bound.of(found));
    return [
      measure.id,
      bound.what,
      figures[0] ?? '–',
      figures[1] ?? '',
      written(bound.floor, bound.unit),
      written(bound.goal, bound.unit),
      verdict,
    ];
  });
}

/** Formats the results as a table for a terminal. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const lines = [heading, ...outcomes.flatMap(linesOf)];
  const widths = heading.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats the results as Markdown, with machine, date, and what was compared with what. */
export function markdownOf(outcomes: readonly Outcome[], machine: string, date: string): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const compared = outcomes.flatMap(({ measure, found }) =>
    found instanceof Error ? [] : [`- **${measure.id}**: ${found.subject} ÷ ${found.peer}: ${roundsOf(found)}`],
  );
  return [
    '# What `npm run bench` found',
    '',
    `${date.slice(0, 10)} on ${machine}.`,
    '',
    row(heading),
    row(heading.map(() => '---')),
    ...outcomes.flatMap(linesOf).map(row),
    '',
    'Subject and peer take turns in one run; `found` is the median of the rounds, `rounds` their lowest and highest ratio.',
    '',
    ...compared,
    '',
  ].join('\n');
}

const rounded = (figure: number): string => (figure >= 100 ? figure.toFixed(0) : figure.toPrecision(3));
const roundsOf = ({ rounds }: Measurement): string =>
  rounds.map(({ subject, peer }) => `${rounded(subject)} ÷ ${rounded(peer)}`).join(', ');

/** Formats the results as JSON, `{machine, date, ratios}`, for comparing runs. */
export function jsonOf(outcomes: readonly Outcome[], machine: string, date: string): string {
  const ratios = outcomes.flatMap(({ found }) => (found instanceof Error ? [] : [found]));
  return `${JSON.stringify({ machine, date, ratios }, null, 2)}\n`;
}
