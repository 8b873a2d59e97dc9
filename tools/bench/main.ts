import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  removeEmbeddedCluster,
  startEmbeddedCluster,
  type EmbeddedCluster,
} from '@plimsoll/launcher/embedded-postgres/embedded-cluster';
import { takeTurns } from '../../services/event-store/bench/measurement.ts';
import { findPgbench } from '../../services/event-store/bench/pgbench.ts';
import { whyNoKafka } from '../../services/reactors/test/kafka/kafka-broker.ts';
import { comparable, compareWith, comparisonTable } from './against.ts';
import { measures, type Measure } from './measures.ts';
import { jsonOf, machineOf, markdownOf, tableOf, verdictOf, type Outcome } from './report.ts';

const usage = `npm run bench [-- OPTION …]
  --only P1,P2     only these (of ${measures.map(({ id }) => id).join(', ')})
  --full           adds the dashboard of 10 million events, and what a million incidents of 100 organizations cost
  --json FILE      writes {machine, date, ratios: [{id, ratio, subject, peer, rounds}]}
  --markdown FILE  writes the table with machine and date
  --rounds N       rounds of each measure; 3 by default
  --try            everything small, to see that it runs; the figures say nothing
  --profile FOLDER leaves a CPU profile of the API there (P2, without the kill, P23 and U1)
  --in-turns       for whoever starts it: waits before each round until told by a message
  --against FOLDER measures this build and that of another checkout (installed and built) round by round in turns, each by its
                   own bench, and says how they compare: ${comparable.join(', ')}, or what --only says; 9 rounds by default`;

let running: { readonly cluster: EmbeddedCluster; readonly dataDir: string } | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void removeCluster().finally(() => process.exit(130)));
if (process.connected) {
  process.once('disconnect', () => void removeCluster().finally(() => process.exit(130)));
  process.channel?.unref();
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`plimsoll: ${error instanceof TypeError ? error.stack : (error as Error).message}`);
  process.exitCode = 1;
}

async function main(): Promise<number> {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    options: {
      only: text,
      against: text,
      json: text,
      markdown: text,
      rounds: text,
      profile: text,
      full: flag,
      try: flag,
      help: flag,
      'in-turns': flag,
    },
  });
  if (values.help) return say(usage);
  const chosen = withoutKafka(choose(values.only ?? (values.against && comparable.join()), values.full));
  if (chosen.some(({ needsPgbench }) => needsPgbench) && !findPgbench()) {
    throw new Error(
      "pgbench is neither on PATH nor in /usr/lib/postgresql/*/bin: install PostgreSQL's client programs (Debian: postgresql-contrib), or leave P1 and P2 out by --only",
    );
  }
  if (values['in-turns']) takeTurns();
  const rounds = values.rounds === undefined ? (values.against ? 9 : 3) : Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds needs a number from 1');
  if (values.against) {
    const compared = await compareWith(resolve(values.against), chosen, rounds, values.try, say);
    say(`\n${comparisonTable(compared)}`);
    if (values.json) write(values.json, `${JSON.stringify({ date: new Date().toISOString(), compared }, null, 2)}\n`);
    return 0;
  }

  const outcomes: Outcome[] = [];
  let machine = '';
  for (const measure of chosen) {
    const { cluster, dataDir } = await makeCluster();
    machine ||= await machineOf(cluster.adminUrl);
    const begun = performance.now();
    say(`${measure.id}  ${measure.bounds[0]!.what} …`);
    const found = await measure
      .run({
        adminUrl: cluster.adminUrl,
        folder: dataDir,
        rounds,
        divisor: values.try ? 10 : 1,
        ...(values.profile && { profileFolder: resolve(values.profile) }),
      })
      .catch((error: Error) => error);
    const outcome = { measure, found, seconds: (performance.now() - begun) / 1_000 };
    outcomes.push(outcome);
    say(`${measure.id}  ${summaryOf(outcome)}`);
    await removeCluster();
  }

  const date = new Date().toISOString();
  say(`\n${machine}\n${tableOf(outcomes)}`);
  if (values.json) write(values.json, jsonOf(outcomes, machine, date));
  if (values.markdown) write(values.markdown, markdownOf(outcomes, machine, date));
  return outcomes.some(({ found }) => found instanceof Error) ? 1 : 0;
}

function choose(only: string | undefined, full: boolean): Measure[] {
  const ids = only?.split(',').map((id) => id.trim().toLowerCase());
  const unknown = ids?.find((id) => !measures.some((measure) => measure.id.toLowerCase() === id));
  if (unknown !== undefined) throw new Error(`There is no measure ${unknown}\n${usage}`);
  return measures.filter((measure) => (ids ? ids.includes(measure.id.toLowerCase()) : full || !measure.isLong));
}

/** Skips measures that need Kafka, with a message, if no broker can be started. */
function withoutKafka(chosen: Measure[]): Measure[] {
  const needing = chosen.filter(({ needsKafka }) => needsKafka);
  const because = needing.length > 0 ? whyNoKafka() : undefined;
  if (because === undefined) return chosen;
  say(`${needing.map(({ id }) => id).join(', ')}  not run: ${because}`);
  return chosen.filter(({ needsKafka }) => !needsKafka);
}

/** Each measure has its own cluster, so that none is affected by the data of another. */
async function makeCluster(): Promise<NonNullable<typeof running>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-bench-'));
  running = { cluster: await startEmbeddedCluster({ dataDir }), dataDir };
  return running;
}

async function removeCluster(): Promise<void> {
  const last = running;
  running = undefined;
  await last?.cluster.stop();
  if (last) await removeEmbeddedCluster({ dataDir: last.dataDir });
}

function summaryOf({ measure, found, seconds }: Outcome): string {
  if (found instanceof Error) return `failed after ${seconds.toFixed(0)} s: ${found.message}`;
  const figures = measure.bounds.map(
    (bound) =>
      `${bound.of(found).toFixed(2)}${bound.unit ? ` ${bound.unit}` : ''}${bound.floor === undefined ? '' : ` (${verdictOf(bound, bound.of(found))})`}`,
  );
  return `${figures.join(', ')} in ${seconds.toFixed(0)} s`;
}

function say(line: string): 0 {
  console.log(line);
  return 0;
}

function write(file: string, content: string): void {
  mkdirSync(dirname(resolve(file)), { recursive: true });
  writeFileSync(file, content);
}
