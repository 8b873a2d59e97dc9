import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, type Measurement } from '../../event-store/bench/measurement.ts';
import type { Measure } from './measures.ts';

/** No single measure of one round takes longer. */
const PATIENCE_MS = 1_800_000;
/** What this build is held to: so much of the other one. */
const LEAST = 0.95;

/** A build: this one or another, with its own bench and its own packages. */
interface Build {
  readonly name: 'this' | 'other';
  readonly folder: string;
}

export interface Comparison {
  readonly id: string;
  readonly what: string;
  /** Medians: of the ratios to the peer, and of the subject itself. */
  readonly ratio: Pair;
  readonly subject: Pair;
  /** Above 1: this build is better. Median over the rounds, whose two halves were measured one after the other. */
  readonly quotient: number;
  readonly rounds: readonly { readonly this: Measurement; readonly other: Measurement }[];
}

interface Pair {
  readonly this: number;
  readonly other: number;
}

/**
 * Measures this build and another in turns: each half of a round is the bench of that build, in a process and on a cluster of its
 * own, begun by whoever came second in the round before. The subjects are compared with each other, half by half; the peers
 * show whether the machine was the same to both.
 * @param folder another checkout, installed and built.
 * @throws what its bench said when it did not end well.
 */
export async function compareWith(folder: string, measures: readonly Measure[], rounds: number, small: boolean, say: (line: string) => void): Promise<Comparison[]> {
  for (const file of ['services/launcher/bench/main.ts', 'services/api/dist/main.js']) {
    if (!existsSync(join(folder, file))) throw new Error(`${folder} is no checkout that is installed and built: there is no ${file}`);
  }
  const builds: readonly Build[] = [{ name: 'this', folder: join(import.meta.dirname, '../../..') }, { name: 'other', folder }];
  const found: Comparison[] = [];
  for (const measure of measures) {
    const measured: { this: Measurement; other: Measurement }[] = [];
    for (let round = 0; round < rounds; round++) {
      const half: Partial<Record<Build['name'], Measurement>> = {};
      for (const build of round % 2 === 0 ? builds : [...builds].reverse()) half[build.name] = await runBench(build, measure.id, small);
      measured.push(half as { this: Measurement; other: Measurement });
      say(`${measure.id}  round ${round + 1} of ${rounds}: ${subjectOf(half.this!).toPrecision(4)} and ${subjectOf(half.other!).toPrecision(4)}`);
    }
    found.push(comparisonOf(measure, measured));
  }
  return found;
}

/** The ids that the other build's bench knows as well; the newest measures it does not. */
export const comparable = ['P1', 'P2', 'P6', 'P6b', 'P9', 'P10'];

const subjectOf = ({ rounds }: Measurement): number => median(rounds.map(({ subject }) => subject));

function comparisonOf({ id, bounds }: Measure, rounds: Comparison['rounds']): Comparison {
  const pairOf = (figure: (one: Measurement) => number): Pair => ({ this: median(rounds.map((round) => figure(round.this))), other: median(rounds.map((round) => figure(round.other))) });
  const isMoreBetter = bounds.some(({ unit, better }) => !unit && better === 'more');
  const quotients = rounds.map((round) => subjectOf(round.this) / subjectOf(round.other));
  return {
    id, what: bounds[0]!.what, rounds, ratio: pairOf(({ ratio }) => ratio), subject: pairOf(subjectOf),
    quotient: median(quotients.map((quotient) => (isMoreBetter ? quotient : 1 / quotient))),
  };
}

async function runBench({ folder, name }: Build, id: string, small: boolean): Promise<Measurement> {
  const results = mkdtempSync(join(tmpdir(), 'plimsoll-against-'));
  const json = join(results, 'found.json');
  // Its channel ends it, and its cluster with it, when we are gone.
  const child = spawn(process.execPath, ['services/launcher/bench/main.ts', '--only', id, '--rounds', '1', '--json', json, ...(small ? ['--try'] : [])], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const patience = new AbortController();
  try {
    const ended = once(child, 'close') as Promise<[number | null]>;
    const late = sleep(PATIENCE_MS, 'late' as const, { signal: patience.signal }).catch(() => 'late' as const);
    const outcome = await Promise.race([ended, late]);
    if (outcome === 'late') {
      child.disconnect();
      await ended;
      throw new Error(`${id} of the ${name} build did not end within ${PATIENCE_MS / 60_000} minutes`);
    }
    if (outcome[0] !== 0) throw new Error(`${id} of the ${name} build: ${Buffer.concat(output).toString().trim().slice(-2_000)}`);
    return (JSON.parse(readFileSync(json, 'utf8')) as { ratios: Measurement[] }).ratios[0]!;
  } finally {
    patience.abort();
    rmSync(results, { recursive: true, force: true });
  }
}

const heading = ['id', 'what', 'this ÷ other', 'subject: this, other', 'to the peer: this, other', `at least ${LEAST}`];
const figures = ({ this: one, other }: Pair): string => `${one.toPrecision(3)}, ${other.toPrecision(3)}`;

/** The table for a terminal. */
export function comparisonTable(found: readonly Comparison[]): string {
  const lines = [heading, ...found.map(({ id, what, quotient, subject, ratio }) => [id, what, quotient.toFixed(3), figures(subject), figures(ratio), quotient >= LEAST ? 'yes' : 'NO'])];
  const widths = heading.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column]!)).join('  ').trimEnd()).join('\n');
}
