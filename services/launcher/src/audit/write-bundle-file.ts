import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openApplication } from '@plimsoll/api/platform/process/application';
import { isExecuted } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { MakeAuditBundle } from '@plimsoll/api/audit/make-audit-bundle';
import { filesFolder } from '../files/files-folder.ts';
import { unknownOrganization } from '../organizations/unknown-organization.ts';
import { PlainError } from '../plain-error.ts';
import type { Workplace } from '../workplace.ts';

export interface BundleOptions {
  readonly organization: string;
  readonly from?: string;
  readonly to?: string;
  readonly personal: 'none' | 'keys';
  readonly sensitive: boolean;
  readonly out: string;
}

/**
 * Writes an audit bundle to a file; the log records the export first.
 * @throws PlainError for an unknown organization, and for a period without events.
 */
export async function writeBundleFile(
  { configuration, database, keys }: Workplace,
  { organization: tenant, from, to, personal, sensitive, out }: BundleOptions,
  say = (line: string) => console.log(line),
): Promise<number> {
  const application = await openApplication({
    appDatabaseUrl: database.appUrl,
    projectorDatabaseUrl: database.projectorUrl,
    ...keys,
    projector: true,
    paymentProvider: configuration.paymentProvider,
    filesDir: filesFolder(configuration.dataDir),
    filesBucket: configuration.filesBucket,
  });
  try {
    await application.runner?.catchUp();
    const { head } = await application.store.read(tenant, 0, 1);
    if (head === 0) throw unknownOrganization(tenant);
    const firstPosition =
      1 + (from === undefined ? 0 : await application.store.positionAt(tenant, new Date(Date.parse(from) - 1)));
    const lastPosition = to === undefined ? head : await application.store.positionAt(tenant, new Date(to));
    if (firstPosition > lastPosition) throw new PlainError('Nothing was recorded in this time');
    const envelope = systemEnvelope({ tenant, product: 'operator' });
    const selection = {
      firstPosition,
      lastPosition,
      personalData: personal === 'keys' ? ('WITH_KEYS' as const) : ('NONE' as const),
      includeSensitive: sensitive,
    };
    const outcome = await application.commands.execute(
      new MakeAuditBundle(envelope, { bundleGuid: envelope.newGuid(), ...selection }),
    );
    if (!isExecuted(outcome)) throw new PlainError(`The log did not take it: ${outcome.refused}`);
    await pipeline(
      Readable.from(await application.bundles.write({ tenant, ...selection }, envelope.receivedAt)),
      createWriteStream(out, { flags: 'wx', mode: 0o600 }),
    );
    const [own] = await application.bundles.publicKeys();
    say(`${out}: positions ${firstPosition} to ${lastPosition}, signed by the key ${own!.fingerprint}`);
    return 0;
  } finally {
    await application.close();
  }
}
