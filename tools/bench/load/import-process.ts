import { setPriority } from 'node:os';
import { createReadStream } from 'node:fs';
import { openApplication } from '@plimsoll/api/platform/process/application';
import type { ResourceOptions } from '@plimsoll/api/platform/process/resources';
import { ListMembers } from '@plimsoll/projections/members/member-list/query';
import { openTable } from '@plimsoll/api/spreadsheets/read-table';
import { reportSevereInjuries } from '@plimsoll/launcher/import/report-severe-injuries';

export interface ImportOrderOfBench {
  readonly options: ResourceOptions;
  readonly tenant: string;
  readonly file: string;
}

// Imports as the command line does, while its parent lives; the keys come by message.
setPriority(10);
process.once('message', (order: ImportOrderOfBench) => {
  run(order).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.once('disconnect', () => process.exit(1));

async function run({ options, tenant, file }: ImportOrderOfBench): Promise<void> {
  const application = await openApplication({ ...options, projector: 'WHEN_ASKED' });
  await application.runner?.catchUp();
  const [reporter] = await application.queries.execute(new ListMembers(tenant));
  const { columns, lines } = await openTable(() => createReadStream(file));
  process.send!('begins');
  await reportSevereInjuries(application, { tenant, columns, lines, reporter: reporter!, onRefused: () => undefined });
}
