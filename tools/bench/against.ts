import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, type Measurement, type Round } from '../../services/event-store/bench/measurement.ts';
import type { Measure } from './measures.ts';

/** Maximum time for a round, for preparing and for ending. */
const TIMEOUT_MS = 1_800_000;
/** Minimum speed of this build relative to the other. */
const MIN_QUOTIENT = 0.95;

export interface Comparison {
  readonly id: string;
  readonly what: string;
  /** Medians: of the ratios to the peer, and of the subject itself. */
  readonly ratio: Pair;
  readonly subject: Pair;
  /** Above 1, this build is better. Median over the rounds, whose two halves were measured one after the other. */
  readonly quotient: number;
  /** Lower and upper quartile of the rounds' quotients. */
  readonly spread: readonly [number, number];
  readonly rounds: readonly { readonly this: Round; readonly other: Round }[];
}

interface Pair {
  readonly this: number;
  readonly other: number;
}

/**
 * Measures this build and another in alternation. Each build's bench has its own process and cluster; it runs one round
 * and waits while the other runs one, and the second of a round starts the next. Preparation is not measured. The
 * subjects are compared with each other, round by round; the peers show whether the machine was equally fast for both.
 * @param folder another checkout, installed and built, whose bench can alternate too.
 * @throws the output of its bench if that fails.
 */
export async function compareWith(
  folder: string,
  measures: readonly Measure[],
  rounds: number,
  small: boolean,
  say: (line: string) => void,
): Promise<Comparison[]> {
  for (const file of ['tools/bench/main.ts', 'services/api/dist/main.js']) {
    if (!existsSync(join(folder, file)))
      throw new Error(`${folder} is no checkout that is installed and built: there is no ${file}`);
  }
  const found: Comparison[] = [];
  for (const measure of measures) {
    say(`${measure.id}  ${measure.bounds[0]!.what} …`);
    const both: readonly RunningBench[] = [join(import.meta.dirname, '../..'), folder].map(
      (build) => new RunningBench(build, measure.id, rounds, small),
    );
    try {
      await Promise.all(both.map((bench) => bench.ready()));
      for (let order = [...both]; order.some((bench) => !bench.hasEnded); order.reverse()) {
        for (const bench of order) await bench.takeTurn();
      }
      const [one, other] = await Promise.all(both.map((bench) => bench.measured()));
      found.push(comparisonOf(measure, one!, other!));
      say(lineOf(found.at(-1)!));
    } finally {
      for (const bench of both) bench.end();
    }
  }
  return found;
}

/** Measures that the other build's bench also has; it may lack the newest. */
export const comparable = ['P1', 'P2', 'P6', 'P6b', 'P9', 'P10'];

function comparisonOf({ id, bounds }: Measure, one: Measurement, other: Measurement): Comparison {
  const rounds = one.rounds.map((round, index) => ({ this: round, other: other.rounds[index]! }));
  const pairOf = (figure: (round: Round) => number): Pair => ({
    this: median(one.rounds.map(figure)),
    other: median(other.rounds.map(figure)),
  });
  const isMoreBetter = bounds.some(({ unit, better }) => !unit && better === 'more');
  const quotients = rounds.map((round) =>
    isMoreBetter ? round.this.subject / round.other.subject : round.other.subject / round.this.subject,
  );
  return {
    id,
    what: bounds[0]!.what,
    rounds,
    ratio: pairOf(({ ratio }) => ratio),
    subject: pairOf(({ subject }) => subject),
    quotient: median(quotients),
    spread: spreadOf(quotients),
  };
}

/** Lower and upper quartile. */
function spreadOf(values: readonly number[]): readonly [number, number] {
  const sorted = [...values].sort((one, other) => one - other);
  return [sorted[Math.floor((sorted.length - 1) / 4)]!, sorted[Math.ceil(((sorted.length - 1) * 3) / 4)]!];
}

/** A build's bench process, which runs a round on request. */
class RunningBench {
  hasEnded = false;
  readonly #child: ChildProcess;
  readonly #output: Buffer[] = [];
  readonly #results = mkdtempSync(join(tmpdir(), 'plimsoll-against-'));
  readonly #name: string;
  readonly #exit: Promise<number | null>;
  #wake: () => void = () => undefined;
  #isReady = false;

  constructor(folder: string, id: string, rounds: number, small: boolean) {
    this.#name = `${id} of ${folder}`;
    // The closed IPC channel ends it, and its cluster, when this process ends.
    this.#child = spawn(
      process.execPath,
      [
        'tools/bench/main.ts',
        '--only',
        id,
        '--rounds',
        String(rounds),
        '--in-turns',
        '--json',
        this.#json,
        ...(small ? ['--try'] : []),
      ],
      {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    );
    for (const stream of [this.#child.stdout!, this.#child.stderr!])
      stream.on('data', (chunk: Buffer) => this.#output.push(chunk));
    this.#child.on('message', () => {
      this.#isReady = true;
      this.#wake();
    });
    this.#exit = new Promise((resolve) => {
      this.#child.once('close', (code) => {
        this.hasEnded = true;
        this.#wake();
        resolve(code);
      });
    });
  }

  /**
   * Waits until it is ready for its turn, or has ended.
   * @throws if that takes too long.
   */
  async ready(): Promise<void> {
    if (this.#isReady || this.hasEnded) return;
    const late = setTimeout(() => this.end(), TIMEOUT_MS);
    await new Promise<void>((resolve) => (this.#wake = resolve));
    clearTimeout(late);
  }

  async takeTurn(): Promise<void> {
    if (this.hasEnded) return;
    this.#isReady = false;
    this.#child.send('go');
    await this.ready();
  }

  /**
   * The results.
   * @throws its output if it failed.
   */
  async measured(): Promise<Measurement> {
    if ((await this.#exit) !== 0)
      throw new Error(`${this.#name}: ${Buffer.concat(this.#output).toString().trim().slice(-2_000)}`);
    return (JSON.parse(readFileSync(this.#json, 'utf8')) as { ratios: Measurement[] }).ratios[0]!;
  }

  /** Ends it if necessary, and removes its files. */
  end(): void {
    if (this.#child.connected) this.#child.disconnect();
    rmSync(this.#results, { recursive: true, force: true });
  }

  get #json(): string {
    return join(this.#results, 'found.json');
  }
}

const heading = [
  'id',
  'what',
  'this ÷ other',
  'quarters',
  'rounds',
  'subject: this, other',
  'to the peer: this, other',
  `at least ${MIN_QUOTIENT}`,
];
const figures = ({ this: one, other }: Pair): string => `${one.toPrecision(3)}, ${other.toPrecision(3)}`;
const quartersOf = ({ spread }: Comparison): string => spread.map((quotient) => quotient.toFixed(3)).join('–');
const lineOf = (found: Comparison): string =>
  `${found.id}  ${found.quotient.toFixed(3)} (${quartersOf(found)}) in ${found.rounds.length} rounds`;

/** Formats the comparison as a table for a terminal. */
export function comparisonTable(found: readonly Comparison[]): string {
  const lines = [
    heading,
    ...found.map((one) => [
      one.id,
      one.what,
      one.quotient.toFixed(3),
      quartersOf(one),
      String(one.rounds.length),
      figures(one.subject),
      figures(one.ratio),
      one.quotient >= MIN_QUOTIENT ? 'yes' : 'NO',
    ]),
  ];
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
