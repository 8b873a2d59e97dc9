import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfiguration } from './configuration.ts';
import { openDatabase } from './database.ts';
import { Ending } from './ending.ts';
import { removeOwnData } from './fresh-start.ts';
import { ensureFreePort } from './listening.ts';
import { explain, PlainError } from './plain-error.ts';

const usage = `npm start [-- OPTION …]
  --fresh  begins anew: removes the embedded database with everything in it
  --demo   fills a database of DATABASE_URL with the demo organization
  --help   shows this`;

const say = (line: string): void => console.log(line);
const ending = new Ending(say);

try {
  await start();
} catch (error) {
  if (!ending.begun) console.error(explain(error));
  await ending.end(1);
}

async function start(): Promise<void> {
  const options = readOptions();
  if (options.help) return say(usage);
  const configuration = readConfiguration(process.env, { serves: true });
  if (configuration.adminUrl)
    throw new PlainError(
      'DATABASE_ADMIN_URL is for `migrate` and `projections rebuild` alone: whoever serves must not have it, since its holder can write the log anew',
    );
  if (options.demo && configuration.production)
    throw new PlainError('--demo fills in accounts whose password is printed: it is not done with NODE_ENV=production');
  ending.onSignals();
  await ensureFreePort(configuration.host, configuration.port);
  if (options.fresh) await removeOwnData(configuration, say);
  mkdirSync(configuration.dataDir, { recursive: true, mode: 0o700 });
  const opening = openDatabase(configuration, { alone: true, say }).then((database) => {
    ending.add(() => database.close());
    return database;
  });
  // PostgreSQL takes a moment to start; meanwhile the serving modules are loaded, unless the start was refused before.
  const [database, { serve }] = await Promise.all([opening, import('./serve.ts')]);
  await serve(configuration, database, { demo: options.demo, ending, say });
}

function readOptions(): { fresh: boolean; demo: boolean; help: boolean } {
  try {
    const flag = { type: 'boolean', default: false } as const;
    return parseArgs({ options: { fresh: flag, demo: flag, help: flag } }).values;
  } catch (error) {
    throw new PlainError(`${(error as Error).message}\n${usage}`);
  }
}
