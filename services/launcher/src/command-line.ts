import { setPriority } from 'node:os';
import type { OpenedWith } from '@plimsoll/api/billing/open-billing';
import { day, instant } from '@plimsoll/contracts/kernel/values/dates';
import { currencies } from '@plimsoll/contracts/kernel/values/money';
import { isDomain } from '@plimsoll/contracts/single-sign-on/sso';
import {
  MAX_TRIAL_DAYS,
  subscriptionStatuses,
  type SubscriptionStatus,
} from '@plimsoll/contracts/organizations/subscription';
import { Command, InvalidArgumentError, Option } from 'commander';
import { readConfiguration } from './configuration.ts';
import { openDatabase } from './database.ts';
import { explain } from './plain-error.ts';
import type { Workplace } from './workplace.ts';

/** Priority as `nice` counts it: 0 is the default, 19 the lowest. */
const IN_NO_HURRY = 10;

const plimsoll = new Command('plimsoll')
  .description('Looks after an installation; uses the running embedded database, or starts it')
  .showHelpAfterError();

const log = plimsoll.command('log').description('the event log');

log
  .command('verify')
  .description(
    'walks the log: positions without a gap, the hash chain intact, every column and every key true, the reservations of names as the log says, no organization gone, and as its signed checkpoints say',
  )
  .option('--organization <guid>', 'this organization alone', asGuid)
  .option(
    '--checkpoints <path>',
    'a file of checkpoints, or a folder of such files, besides those of the table and of DATA_DIR/checkpoints',
  )
  .action(
    inWorkplace(async (workplace, options: { organization?: string; checkpoints?: string }) =>
      (await import('./verify-log.ts')).verifyLog(workplace, options),
    ),
  );

log
  .command('checkpoint')
  .description(
    'signs where the log stands and which organizations there are, for the tables and for DATA_DIR/checkpoints',
  )
  .option('--organization <guid>', 'this organization alone', asGuid)
  .option('--new-key', 'accepts another SIGNING_KEY than before: what the former ones signed stays valid', false)
  .action(
    inWorkplace(
      async (workplace, options: { organization?: string; newKey: boolean }) =>
        (await import('./checkpoints/sign-checkpoints.ts')).signCheckpoints(workplace, options, new Date()),
      ({ newKey }) => newKey,
    ),
  );

plimsoll
  .command('migrate')
  .description(
    'brings the database of DATABASE_ADMIN_URL forward and sets the passwords of the roles that the product serves with',
  )
  .action(
    plainly(async () =>
      (await import('./migrate-database.ts')).migrateGiven(readConfiguration(process.env), (line) => console.log(line)),
    ),
  );

const projections = plimsoll.command('projections').description('the read models');

projections
  .command('list')
  .description('which tables answer, how far each read model is behind, what it has set aside, and whether it halted')
  .action(inWorkplace(async (workplace) => (await import('./read-models/list.ts')).listProjections(workplace)));

projections
  .command('rebuild')
  .description('folds the log anew into tables beside those that answer; as the owner (DATABASE_ADMIN_URL)')
  .argument('[names...]', 'these read models alone')
  .action(
    inWorkplace(async (workplace, names: string[]) =>
      (await import('./read-models/rebuild.ts')).rebuildProjections(workplace, names),
    ),
  );

projections
  .command('diff')
  .description('compares the tables that answer with those beside them')
  .argument('[names...]', 'these read models alone')
  .action(
    inWorkplace(async (workplace, names: string[]) =>
      (await import('./read-models/diff.ts')).diffProjections(workplace, names),
    ),
  );

projections
  .command('verify')
  .description(
    'folds the log anew into tables of its own, and says where the tables that answer tell otherwise; no table that stands is touched',
  )
  .argument('[names...]', 'these read models alone')
  .action(
    inWorkplace(async (workplace, names: string[]) =>
      (await import('./read-models/verify.ts')).verifyProjections(workplace, names),
    ),
  );

for (const [way, description] of [
  ['switch', 'lets the tables beside answer'],
  ['rollback', 'lets the tables answer that answered before the last switch'],
] as const) {
  projections
    .command(way)
    .description(description)
    .argument('[names...]', 'these read models alone')
    .action(
      inWorkplace(async (workplace, names: string[]) =>
        (await import('./read-models/switch.ts')).switchProjections(workplace, names, way),
      ),
    );
}

projections
  .command('replay-parked')
  .description('tries again what was set aside')
  .option('--projection <set>', 'of this set of tables alone, as `list` calls it')
  .option('--organization <guid>', 'of this organization alone', asGuid)
  .action(
    inWorkplace(async (workplace, options: { projection?: string; organization?: string }) =>
      (await import('./read-models/replay-parked.ts')).replayParked(workplace, options),
    ),
  );

const audit = plimsoll.command('audit').description('what is taken away of the log as evidence');

audit
  .command('bundle')
  .description('writes a part of an organization’s log, signed, into a ZIP that is verified without this installation')
  .requiredOption('--organization <guid>', 'whose', asGuid)
  .option('--from <instant>', 'recorded from then on', asInstant)
  .option('--to <instant>', 'recorded until then', asInstant)
  .addOption(
    new Option('--personal <how>', 'whether with the keys of personal data').choices(['none', 'keys']).default('none'),
  )
  .option('--sensitive', 'with sensitive incidents', false)
  .requiredOption('--out <file>', 'the ZIP, which must not be there yet')
  .action(
    inWorkplace(
      async (
        workplace,
        options: {
          organization: string;
          from?: string;
          to?: string;
          personal: 'none' | 'keys';
          sensitive: boolean;
          out: string;
        },
      ) => (await import('./audit/write-bundle-file.ts')).writeBundleFile(workplace, options),
    ),
  );

audit
  .command('accesses')
  .description('holds who read what against the digests of each day that stand in the log')
  .option('--organization <guid>', 'of this organization alone', asGuid)
  .action(
    inWorkplace(async (workplace, options: { organization?: string }) =>
      (await import('./audit/verify-accesses.ts')).verifyAccesses(workplace, options, new Date()),
    ),
  );

audit
  .command('verify')
  .description('says whether a bundle is as it was written; needs neither the database nor a key of this installation')
  .argument('<file>', 'the ZIP')
  .option('--key <fingerprint>', 'of the key that must have signed it')
  .option('--checkpoints <file>', 'lines of checkpoints that were kept from earlier')
  .action(
    plainly(async (file: string, options: { key?: string; checkpoints?: string }) =>
      (await import('./audit/verify-bundle.ts')).printVerdict(file, options),
    ),
  );

const reactors = plimsoll.command('reactors').description('what follows from events outside of the log');

reactors
  .command('list')
  .description('since when there is each reactor, how far it is behind, and what it has set aside')
  .action(inWorkplace(async (workplace) => (await import('./reactors/list.ts')).listReactors(workplace)));

reactors
  .command('replay-parked')
  .description('tries again what was set aside')
  .action(
    inWorkplace(async (workplace) => (await import('./reactors/replay-parked.ts')).replayParkedOfReactors(workplace)),
  );

plimsoll
  .command('files')
  .description('files of events and of corrective actions')
  .command('check')
  .description('holds the files against the log: bytes without an event, events without bytes')
  .action(inWorkplace(async (workplace) => (await import('./files/check-files.ts')).checkFiles(workplace)));

const mail = plimsoll.command('mail').description('mails that could not be sent');

mail
  .command('list')
  .description('those that were tried for a day and stand, and why')
  .action(inWorkplace(async (workplace) => (await import('./mail/undelivered.ts')).listUndelivered(workplace)));

mail
  .command('retry')
  .description('has them tried again, for another day')
  .argument('[ids...]', 'these alone, as `list` calls them', (id: string, ids: string[] = []) => [...ids, asGuid(id)])
  .action(
    inWorkplace(async (workplace, ids: string[]) =>
      (await import('./mail/undelivered.ts')).retryUndelivered(workplace, ids),
    ),
  );

plimsoll
  .command('user')
  .description('accounts')
  .command('reset-factors')
  .argument('<address>', 'an e-mail address of the account')
  .description(
    'takes away the second factors of somebody who has lost them, and ends their sessions; a mail tells them',
  )
  .action(
    inWorkplace(async (workplace, address: string) =>
      (await import('./accounts/reset-factors.ts')).resetFactors(workplace, address),
    ),
  );

const staff = plimsoll
  .command('staff')
  .description('our own staff, who may read an organization for four hours, saying why');

for (const [way, description] of [
  ['grant', 'makes somebody one of our staff'],
  ['revoke', 'makes somebody one of our staff no more: what they have open is closed, and their sessions end'],
] as const) {
  staff
    .command(way)
    .argument('<address>', 'an e-mail address of the account')
    .description(description)
    .action(
      inWorkplace(async (workplace, address: string) =>
        (await import('./accounts/staff.ts')).changeStaff(workplace, way, address),
      ),
    );
}

const organization = plimsoll.command('organization').description('organizations');

organization
  .command('list')
  .description(
    'which there are: guid, ID, name, since when, whether it is onboarded, where its subscription stands, how many members it has',
  )
  .action(inWorkplace(async (workplace) => (await import('./organizations/list.ts')).listOrganizations(workplace)));

organization
  .command('subscription')
  .description('says where an organization stands with its subscription, in place of what was said before')
  .argument('<guid>', 'the organization', asGuid)
  .addOption(new Option('--status <status>', 'where it stands').choices(subscriptionStatuses).makeOptionMandatory())
  .option('--days <count>', 'how many days of a free trial are left', asDays)
  .option('--plan <name>', 'what the plan is called')
  .option('--next-billing <date>', 'when the next payment is due, YYYY-MM-DD', asDay)
  .action(
    inWorkplace(
      async (
        workplace,
        guid: string,
        {
          status,
          days,
          plan,
          nextBilling,
        }: { status: SubscriptionStatus; days?: number; plan?: string; nextBilling?: string },
      ) =>
        (await import('./organizations/set-subscription.ts')).setSubscription(workplace, guid, {
          status,
          freeTrialRemainingDays: days ?? null,
          planName: plan ?? null,
          nextBillingDate: nextBilling ?? null,
        }),
    ),
  );

organization
  .command('domain')
  .description('says that a domain is an organization’s, as a TXT record would')
  .argument('<guid>', 'the organization', asGuid)
  .argument('<name>', 'the domain', asDomain)
  .action(
    inWorkplace(async (workplace, guid: string, domain: string) =>
      (await import('./organizations/grant-domain.ts')).grantDomain(workplace, guid, domain),
    ),
  );

organization
  .command('sso-off')
  .description('has passwords open an organization again whose identity provider lets nobody in')
  .argument('<guid>', 'the organization', asGuid)
  .action(
    inWorkplace(async (workplace, guid: string) =>
      (await import('./organizations/turn-off-sso.ts')).turnOffSso(workplace, guid),
    ),
  );

const billing = plimsoll.command('billing').description('what is sold, and what organizations have of it');

const catalogue = billing.command('catalogue').description('what is sold, and at which price');

catalogue
  .command('show')
  .description('products with their plans and prices, partners, campaigns and taxes, as JSON')
  .option('--as-of <day>', 'what holds on that day alone, YYYY-MM-DD', asDay)
  .action(
    inWorkplace(async (workplace, options: { asOf?: string }) =>
      (await import('./billing/catalogue.ts')).showCatalogue(workplace, options),
    ),
  );

catalogue
  .command('apply')
  .description('says what differs in a file, and publishes it as what is sold; subscribers keep their terms')
  .argument('<file>', 'JSON as `billing catalogue show` has it')
  .option('--check', 'only says what differs', false)
  .action(
    inWorkplace(async (workplace, file: string, options: { check: boolean }) =>
      (await import('./billing/catalogue.ts')).applyCatalogue(workplace, file, options),
    ),
  );

billing
  .command('status')
  .description('where an organization stands with its subscription, and since when')
  .argument('<guid>', 'the organization', asGuid)
  .action(
    inWorkplace(async (workplace, guid: string) =>
      (await import('./billing/billing-of.ts')).showBilling(workplace, guid),
    ),
  );

billing
  .command('open')
  .description('begins the billing of an organization that was founded before there was any')
  .argument('<guid>', 'the organization', asGuid)
  .addOption(new Option('--currency <code>', 'in place of the one that it was founded with').choices(currencies))
  .option('--partner <code>', 'likewise; whose prices and trial hold for it')
  .option('--campaign <code>', 'likewise; one whose trials begin with a card')
  .action(
    inWorkplace(async (workplace, guid: string, options: OpenedWith) =>
      (await import('./billing/billing-of.ts')).openBillingOf(workplace, guid, options),
    ),
  );

billing
  .command('flag')
  .description('switches whether an organization is billed; not while a period runs that it has paid for')
  .argument('<guid>', 'the organization', asGuid)
  .argument('<state>', 'on or off', asSwitch)
  .action(
    inWorkplace(async (workplace, guid: string, isOn: boolean) =>
      (await import('./billing/billing-of.ts')).flagBillingOf(workplace, guid, isOn),
    ),
  );

billing
  .command('extend-trial')
  .description('lets a free trial run longer, also one that has ended')
  .argument('<guid>', 'the organization', asGuid)
  .addOption(new Option('--days <count>', 'by how many days').argParser(asDays).makeOptionMandatory())
  .action(
    inWorkplace(async (workplace, guid: string, { days }: { days: number }) =>
      (await import('./billing/billing-of.ts')).extendTrialOf(workplace, guid, days),
    ),
  );

billing
  .command('grant')
  .description('gives an organization a product that costs nothing')
  .argument('<guid>', 'the organization', asGuid)
  .argument('<product>', 'its key, as `billing catalogue show` has it')
  .action(
    inWorkplace(async (workplace, guid: string, product: string) =>
      (await import('./billing/billing-of.ts')).grantPlanTo(workplace, guid, product),
    ),
  );

billing
  .command('due')
  .description('what is due by the calendar and not done yet; changes nothing')
  .action(inWorkplace(async (workplace) => (await import('./billing/calendar.ts')).showDueBilling(workplace)));

billing
  .command('record-payment')
  .description('writes down that an invoice was paid otherwise than by a card')
  .argument('<invoice>', 'its number')
  .addOption(new Option('--reference <text>', 'what the bank calls it').argParser(asReference).makeOptionMandatory())
  .action(
    inWorkplace(async (workplace, invoice: string, { reference }: { reference: string }) =>
      (await import('./billing/payments-of.ts')).recordPaymentOf(workplace, invoice, reference),
    ),
  );

billing
  .command('refund')
  .description('pays an invoice back, or a part of it, to the card that paid it; makes a credit note')
  .argument('<invoice>', 'its number')
  .addOption(new Option('--cents <count>', 'how much').argParser(asCents).makeOptionMandatory())
  .addOption(new Option('--reason <text>', 'why; stands in the log').argParser(asReason).makeOptionMandatory())
  .action(
    inWorkplace(async (workplace, invoice: string, { cents, reason }: { cents: number; reason: string }) =>
      (await import('./billing/payments-of.ts')).refundInvoiceOf(workplace, invoice, cents, reason),
    ),
  );

billing
  .command('reconcile')
  .description(
    'holds the provider’s books of some days, by UTC, against the log; ends with 1 where they differ, and changes nothing',
  )
  .addOption(new Option('--from <day>', 'the first day, YYYY-MM-DD').argParser(asDay).makeOptionMandatory())
  .addOption(new Option('--to <day>', 'the last day, YYYY-MM-DD').argParser(asDay).makeOptionMandatory())
  .action(
    inWorkplace(async (workplace, { from, to }: { from: string; to: string }) =>
      (await import('./billing/payments-of.ts')).reconcile(workplace, from, to),
    ),
  );

billing
  .command('demo')
  .description('makes an organization for each status that a subscription has; where no money moves')
  .action(
    inWorkplace(async (workplace) =>
      (await import('./billing/demo.ts')).makeBillingDemo(
        workplace,
        (await import('./secrets.ts')).demoPasswordOf(workplace.configuration.dataDir),
      ),
    ),
  );

billing
  .command('clock')
  .description('moves an organization’s days forward one by one, each with what it brings; where no money moves')
  .addOption(new Option('--organization <guid>', 'whose').argParser(asGuid).makeOptionMandatory())
  .addOption(
    new Option('--forward <days>', 'by how many days, such as 15d')
      .argParser((text: string) => asDays(text.replace(/d$/, '')))
      .makeOptionMandatory(),
  )
  .action(
    inWorkplace(async (workplace, { organization, forward }: { organization: string; forward: number }) =>
      (await import('./billing/calendar.ts')).forwardBilling(workplace, organization, forward),
    ),
  );

plimsoll
  .command('import')
  .description('records of other systems')
  .command('incidents')
  .argument('<file>', "a file in the layout of OSHA's Severe Injury Reports")
  .option('--check', 'only says what would be refused, and why', false)
  .option(
    '--organization <guid>',
    'the organization that the incidents belong to; the demo organization by default',
    asGuid,
  )
  .option('--encoding <name>', "the file's encoding, such as windows-1252, where the file leaves it in doubt")
  .action(
    inWorkplace(
      async (workplace, file: string, options: { check: boolean; organization?: string; encoding?: string }) => {
        // Lower the priority of the import, so that users of the product are served first.
        setPriority(IN_NO_HURRY);
        return (await import('./import/import-incidents.ts')).importIncidents(workplace, file, options);
      },
    ),
  );

await plimsoll.parseAsync();

/** Runs an action with the database open; its result is the exit code. */
function inWorkplace<T extends unknown[]>(
  action: (workplace: Workplace, ...args: T) => Promise<number>,
  isNewSigningKeyAccepted: (...args: T) => boolean = () => false,
): (...args: T) => Promise<void> {
  return plainly(async (...args: T) => {
    const configuration = readConfiguration(process.env);
    const database = await openDatabase(configuration, {
      alone: false,
      isNewSigningKeyAccepted: isNewSigningKeyAccepted(...args),
      say: (line) => console.error(line),
    });
    try {
      return await action({ configuration, database, keys: database.keys }, ...args);
    } finally {
      await database.close();
    }
  });
}

/** Prints errors that a person can fix as one line, without a stack. */
function plainly<T extends unknown[]>(action: (...args: T) => Promise<number>): (...args: T) => Promise<void> {
  return async (...args) => {
    try {
      process.exitCode = await action(...args);
    } catch (error) {
      console.error(explain(error));
      process.exitCode = 1;
    }
  };
}

function asGuid(text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) throw new InvalidArgumentError('It must be a guid.');
  return text.toLowerCase();
}

function asInstant(text: string): string {
  if (!instant.safeParse(text).success)
    throw new InvalidArgumentError('It must be an instant in UTC, such as 2026-03-02T08:00:00Z.');
  return text;
}

function asDomain(text: string): string {
  const domain = text.trim().toLowerCase();
  if (!isDomain(domain)) throw new InvalidArgumentError('It must be a domain, such as example.com.');
  return domain;
}

function asDays(text: string): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) > MAX_TRIAL_DAYS)
    throw new InvalidArgumentError(`It must be a whole number up to ${MAX_TRIAL_DAYS}.`);
  return Number(text);
}

function asReference(text: string): string {
  if (!/^[A-Za-z0-9 ._/-]{1,80}$/.test(text))
    throw new InvalidArgumentError('It must be up to 80 letters, digits, blanks and . _ / -.');
  return text;
}

function asCents(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of cents.');
  return Number(text);
}

function asReason(text: string): string {
  if (text.trim() === '' || text.length > 200) throw new InvalidArgumentError('It must be up to 200 characters.');
  return text.trim();
}

function asSwitch(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new InvalidArgumentError('It must be on or off.');
  return text === 'on';
}

function asDay(text: string): string {
  if (!day.safeParse(text).success) throw new InvalidArgumentError('It must be a date, YYYY-MM-DD.');
  return text;
}
