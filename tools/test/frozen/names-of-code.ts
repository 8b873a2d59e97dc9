import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { followUps } from '@plimsoll/api/commands/follow-ups';
import { DeviceCookie } from '@plimsoll/api/identity/sign-in/device-cookie';
import { RefreshCookie } from '@plimsoll/api/identity/sign-in/refresh-cookie';
import { SignUpCookie } from '@plimsoll/api/identity/accounts/sign-up-cookie';
import { SsoCookie } from '@plimsoll/api/single-sign-on/sso-cookie';
import { errorCatalogue } from '@plimsoll/contracts/errors/errors';
import { eventContracts } from '@plimsoll/contracts/kernel/event-contracts';
import { routes } from '@plimsoll/contracts/http/routes';
import { integrationTypes, topicsWith } from '@plimsoll/contracts/integration/integration-event';
import { permissions } from '@plimsoll/contracts/permissions/permissions';
import { streamKinds } from '@plimsoll/contracts/kernel/stream-kinds';
import { readConfiguration } from '@plimsoll/launcher/configuration';
import { allMigrations } from '@plimsoll/launcher/migrations';
import { projections } from '@plimsoll/projections/platform/projections';
import { mailTemplates, reactors } from '@plimsoll/reactors/all-contexts';
import { everyQueue } from '@plimsoll/reactors/jobs/queues';

/** Names by category; each list is sorted and without duplicates. */
export type Names = Readonly<Record<string, readonly string[]>>;

const sorted = (names: Iterable<string>): readonly string[] => [...new Set(names)].sort();

/** Collects the names that the running code exposes. */
export async function namesOfCode(): Promise<Names> {
  return {
    'event types': sorted(eventContracts.map(({ type }) => type)),
    'stream kinds': sorted(streamKinds),
    'error classes': sorted(Object.keys(errorCatalogue)),
    permissions: sorted(permissions),
    'operations of the API': sorted(routes.map(({ operationId, method, path }) => `${operationId}: ${method} ${path}`)),
    'types of integration events': sorted(integrationTypes),
    'topics of Kafka': sorted(topicsWith('')),
    'versions of read models': sorted(projections.map(({ name, version }) => `${name}@${version}`)),
    migrations: allMigrations.map(migrationLine),
    'reactors and their queues': sorted(reactors.map(({ name, queue }) => `${name}: ${queue}`)),
    queues: sorted(everyQueue().map(({ name }) => name)),
    'jobs that become mails': sorted(mailTemplates.map(({ kind }) => kind)),
    'commands that follow from events': sorted(Object.keys(followUps)),
    cookies: sorted(cookiesOf('https://safety.example.com').concat(cookiesOf('http://localhost:3000'))),
    'environment variables': environmentVariables(),
    'words of the command line': await namesOfCommandLine(),
    'options of `npm start`': await optionsOfStart(),
  };
}

/** A step that has run must never change; a repeatable step may. */
const migrationLine = ({ name, sql, repeatable }: (typeof allMigrations)[number]): string =>
  `${name} ${repeatable ? 'repeatable' : createHash('sha256').update(sql).digest('hex')}`;

const cookiesOf = (publicUrl: string): string[] => [
  new RefreshCookie(publicUrl).name,
  new SignUpCookie(publicUrl).name,
  new SsoCookie(publicUrl).name,
  new DeviceCookie(publicUrl, Buffer.alloc(32).toString('base64')).name,
];

/** Every environment variable that is read. */
function environmentVariables(): readonly string[] {
  const asked = new Set<string>();
  const environment = new Proxy<Record<string, string>>(
    {},
    { get: (_, name) => void (typeof name === 'string' && asked.add(name)) },
  );
  readConfiguration(environment);
  return sorted(asked);
}

interface Word {
  readonly commands: readonly Word[];
  readonly options: readonly { readonly flags: string }[];
  readonly registeredArguments: readonly { name(): string; readonly required: boolean; readonly variadic: boolean }[];
  name(): string;
}

/** Commands with their arguments and options, from the program that parses them; it executes nothing here. */
async function namesOfCommandLine(): Promise<readonly string[]> {
  const program = import.meta.resolve('@plimsoll/launcher/command-line');
  // The program's own copy of commander.
  const commander = createRequire(fileURLToPath(program)).resolve('commander');
  const { Command } = (await import(pathToFileURL(commander).href)) as {
    Command: { prototype: { parseAsync: (this: Word) => Promise<Word> } };
  };
  const { parseAsync } = Command.prototype;
  const programs: Word[] = [];
  Command.prototype.parseAsync = async function () {
    programs.push(this);
    return this;
  };
  try {
    await import('@plimsoll/launcher/command-line');
  } finally {
    Command.prototype.parseAsync = parseAsync;
  }
  return programs.flatMap((word) => linesOf(word, []));
}

function linesOf(word: Word, before: readonly string[]): string[] {
  const words = [...before, word.name()];
  if (word.commands.length > 0) return word.commands.flatMap((each) => linesOf(each, words));
  const given = word.registeredArguments.map((each) => {
    const name = each.name() + (each.variadic ? '...' : '');
    return each.required ? `<${name}>` : `[${name}]`;
  });
  return [[...words, ...given, ...word.options.map(({ flags }) => `(${flags})`)].join(' ')];
}

/** The options that the serving program prints for --help, without starting anything. */
async function optionsOfStart(): Promise<readonly string[]> {
  const { argv } = process;
  const { log } = console;
  const lines: string[] = [];
  try {
    process.argv = [...argv.slice(0, 2), '--help'];
    console.log = (line: string) => void lines.push(line);
    await import('@plimsoll/launcher/main');
  } finally {
    process.argv = argv;
    console.log = log;
  }
  return sorted(
    lines
      .join('\n')
      .match(/^ +--[\w-]+/gm)!
      .map((option) => option.trim()),
  );
}
