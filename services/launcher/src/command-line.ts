import { Command, InvalidArgumentError } from 'commander';
import { readConfiguration } from './configuration.ts';
import { openDatabase } from './database.ts';
import { explain } from './plain-fault.ts';
import { keepKeys } from './secrets.ts';
import type { Workplace } from './workplace.ts';

const plimsoll = new Command('plimsoll').description('Looks after an installation; uses the running embedded database, or starts it').showHelpAfterError();

const log = plimsoll.command('log').description('the event log');

log
  .command('verify')
  .description('walks the log: positions without a gap, the hash chain intact, every column true, and as its signed checkpoints say')
  .option('--organization <guid>', 'this organization alone', asGuid)
  .option('--checkpoints <path>', 'a file of checkpoints, or a folder of such files, besides those of the table and of DATA_DIR/checkpoints')
  .action(inWorkplace(async (workplace, options: { organization?: string; checkpoints?: string }) => (await import('./verify-log.ts')).verifyLog(workplace, options)));

log
  .command('checkpoint')
  .description('signs where the log stands, for the table and for DATA_DIR/checkpoints')
  .option('--organization <guid>', 'this organization alone', asGuid)
  .action(inWorkplace(async (workplace, options: { organization?: string }) => (await import('./checkpoints/sign-checkpoints.ts')).signCheckpoints(workplace, options, new Date())));

plimsoll
  .command('migrate')
  .description('brings the database of DATABASE_ADMIN_URL forward and sets the passwords of the roles that the product serves with')
  .action(plainly(async () => (await import('./migrate-database.ts')).migrateGiven(readConfiguration(process.env), (line) => console.log(line))));

plimsoll
  .command('projections')
  .description('the read models')
  .command('list')
  .description('how far each read model has come, and what it has parked')
  .action(inWorkplace(async (workplace) => (await import('./list-projections.ts')).listProjections(workplace)));

plimsoll
  .command('import')
  .description('records of other systems')
  .command('incidents')
  .argument('<file>', "a file in the layout of OSHA's Severe Injury Reports")
  .option('--check', 'only says what would be refused, and why', false)
  .option('--organization <guid>', 'the organization that the incidents belong to; the demo organization by default', asGuid)
  .action(inWorkplace(async (workplace, file: string, options: { check: boolean; organization?: string }) =>
    (await import('./import/import-incidents.ts')).importIncidents(workplace, file, options)));

await plimsoll.parseAsync();

/** Runs an action with the database open; its answer is the exit code. */
function inWorkplace<T extends unknown[]>(action: (workplace: Workplace, ...args: T) => Promise<number>): (...args: T) => Promise<void> {
  return plainly(async (...args: T) => {
    const configuration = readConfiguration(process.env);
    const keys = keepKeys(configuration);
    const database = await openDatabase(configuration, keys.sealingKey, { alone: false, say: (line) => console.error(line) });
    try {
      return await action({ configuration, database, keys }, ...args);
    } finally {
      await database.close();
    }
  });
}

/** What goes wrong is told in a line where a person can put it right. */
function plainly<T extends unknown[]>(action: (...args: T) => Promise<number>): (...args: T) => Promise<void> {
  return async (...args) => {
    try {
      process.exitCode = await action(...args);
    } catch (fault) {
      console.error(explain(fault));
      process.exitCode = 1;
    }
  };
}

function asGuid(text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) throw new InvalidArgumentError('It must be a guid.');
  return text.toLowerCase();
}
