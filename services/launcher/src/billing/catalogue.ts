import { readFile } from 'node:fs/promises';
import { PublishCatalogue } from '@plimsoll/api/billing/catalogue/publish-catalogue';
import { ShowSales } from '@plimsoll/api/billing/purchases/show-sales';
import { isExecuted } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { catalogue, isValidOn, type Catalogue } from '@plimsoll/contracts/billing/catalogue';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { canonicalText } from '@plimsoll/event-store/port/canonical-text';
import { PlainError } from '../plain-error.ts';
import { withApplication, type OperatorContext } from '../organizations/list.ts';
import { nothingSold } from './nothing-sold.ts';

type Say = (line: string) => void;
const toConsole: Say = (line) => console.log(line);

/** Maximum number of errors printed for a file. */
const MAX_LINES = 20;

/**
 * Prints the published catalogue as JSON, or the one in effect on a day.
 * @throws PlainError if there is none.
 */
export const showCatalogue = (
  context: OperatorContext,
  { asOf }: { readonly asOf?: string } = {},
  say: Say = toConsole,
): Promise<number> =>
  withApplication(context, async ({ queries }) => {
    const sold = await queries.execute(new ShowSales());
    if (!sold) throw nothingSold(context.configuration?.paymentProvider);
    say(JSON.stringify(asOf === undefined ? sold : effectiveOn(sold, asOf), null, 2));
    return 0;
  });

const effectiveOn = (sold: Catalogue, day: string): object =>
  Object.fromEntries(
    Object.entries(sold).map(([list, items]) => [
      list,
      (items as readonly { validFrom: string; validTo: string | null }[]).filter((item) => isValidOn(item, day)),
    ]),
  );

/**
 * Publishes a file as the new catalogue after printing the differences; with `isChecked` it only prints them. Existing
 * subscribers keep their terms.
 * @throws PlainError with the errors of an invalid file.
 */
export const applyCatalogue = (
  context: OperatorContext,
  path: string,
  { check: isChecked = false }: { readonly check?: boolean } = {},
  say: Say = toConsole,
): Promise<number> =>
  withApplication(context, async ({ commands, queries }) => {
    if ((context.configuration?.paymentProvider ?? 'NONE') === 'NONE') throw nothingSold();
    const wished = await readCatalogue(path);
    const lines = catalogueDifference(await queries.execute(new ShowSales()), wished);
    for (const line of lines) say(line);
    if (lines.length === 0) say('It is so already');
    if (isChecked) return 0;
    const outcome = await commands.execute(
      new PublishCatalogue(systemEnvelope({ tenant: INSTALLATION_TENANT, product: 'operator' }), wished),
    );
    if (!isExecuted(outcome)) throw new PlainError(`It was not published: ${outcome.refused}`);
    if (outcome.changed && lines.length > 0) say('Published');
    return 0;
  });

async function readCatalogue(path: string): Promise<Catalogue> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new PlainError(`${path} cannot be read: ${error.code ?? error.message}`);
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new PlainError(`${path} is no JSON: ${(error as Error).message}`);
  }
  const read = catalogue.safeParse(json);
  if (read.success) return read.data;
  const errors = read.error.issues.map((issue) => `${issue.path.join('.') || 'the whole'}: ${issue.message}`);
  throw new PlainError(
    [
      ...errors.slice(0, MAX_LINES),
      ...(errors.length > MAX_LINES ? [`and ${errors.length - MAX_LINES} more`] : []),
    ].join('\n'),
  );
}

/** The entries of each list, by the name under which operators know them. */
function namedParts({
  products,
  plans,
  partners,
  campaigns,
  trialBannerExclusions,
  taxes,
  sellers,
}: Catalogue): Map<string, object> {
  const keyOf = new Map(products.map(({ productGuid, productKey }) => [productGuid, productKey]));
  const parts: [string, object][] = [
    ...products.map((one): [string, object] => [`product ${one.productKey}`, one]),
    ...plans.map((one): [string, object] => [
      `plan ${keyOf.get(one.productGuid)} ${one.billingInterval} ${one.currency} ${one.productPlanGuid}`,
      one,
    ]),
    ...partners.map((one): [string, object] => [`partner ${one.code}`, one]),
    ...campaigns.map((one): [string, object] => [`campaign ${one.utmCampaign} from ${one.validFrom}`, one]),
    ...trialBannerExclusions.map((one): [string, object] => [
      `no trial banner for ${one.organizationGuid} from ${one.validFrom}`,
      one,
    ]),
    ...taxes.map((one): [string, object] => [
      `tax ${[one.country, one.province].filter(Boolean).join(' ')} ${one.name} from ${one.validFrom}`,
      one,
    ]),
    ...sellers.map((one): [string, object] => [`seller from ${one.validFrom}`, one]),
  ];
  return new Map(parts);
}

/** Lists the entries that were added, removed or changed, with the fields that changed. */
export function catalogueDifference(before: Catalogue | null, after: Catalogue): string[] {
  const [were, are] = [before ? namedParts(before) : new Map<string, object>(), namedParts(after)];
  const changed = ([part, is]: [string, object]): string[] => {
    const was = were.get(part) as Record<string, unknown> | undefined;
    if (!was) return [`+ ${part}`];
    const fields = Object.entries(is)
      .filter(([field, value]) => canonicalText(value) !== canonicalText(was[field]))
      .map(([field]) => field);
    return fields.length > 0 ? [`~ ${part}: ${fields.join(', ')}`] : [];
  };
  return [
    ...[...were.keys()].filter((part) => !are.has(part)).map((part) => `- ${part}`),
    ...[...are].flatMap(changed),
  ];
}
