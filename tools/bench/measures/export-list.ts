// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- the package has no types
/// <reference path="../../../projections/bench/pg-copy-streams.d.ts" />
import { join } from 'node:path';
import { openApplication } from '@plimsoll/api/platform/process/application';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import type { ApiOptions } from '@plimsoll/api/main';
import { ChangeMembership } from '@plimsoll/api/members/change-membership';
import { incidentDetail, incidentDetailTable } from '@plimsoll/projections/incidents/incident-detail/project';
import { incidentList, incidentListTable } from '@plimsoll/projections/incidents/incident-list/project';
import { firstGeneration, tableName } from '@plimsoll/projections/runner/tables/generation';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import {
  medianRatio,
  ownTurn,
  roundOf,
  type Measurement,
  type Round,
} from '../../../services/event-store/bench/measurement.ts';
import { RunningApi } from '../../../services/api/test/running-api.ts';
import { fill } from './archive-group.ts';
import { foundOrganizations, type BenchOrganization } from '../load/bench-organizations.ts';
import { prepare } from './command-over-http.ts';
import { memoryWhile } from '../load/memory-watch.ts';
import { signInAll } from '../load/report-load.ts';

export interface ExportMeasurement extends Measurement {
  /** Additional memory in MB, the maximum of all rounds. */
  readonly moreMemory: number;
}

export interface ExportOptions {
  /** Superuser URL of a cluster used by this bench alone. */
  readonly adminUrl: string;
  /** Folder for the API's log. */
  readonly folder: string;
  readonly rounds: number;
  readonly incidents: number;
}

const WATCH_MS = 20;
const LINE_FEED = 10;

/** E1: an organization's list as CSV over HTTP, in alternation with COPY TO of the underlying rows; and its memory. */
export async function benchExport({
  adminUrl,
  folder,
  rounds: count,
  incidents,
}: ExportOptions): Promise<ExportMeasurement> {
  const options = await prepare(adminUrl);
  const [organization] = await foundOrganizations({ ...options, projector: false }, 1);
  await fillList(options, organization!, incidents);
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('vacuum analyze');
  const api = await RunningApi.start({ ...options, projector: false }, join(folder, 'api.log'));
  try {
    const [person] = await signInAll(api.port, [organization!]);
    const take = async (): Promise<number> => {
      const begin = performance.now();
      const answer = await fetch(`http://127.0.0.1:${api.port}/api/reported-events/exports`, {
        method: 'POST',
        body: JSON.stringify({ format: 'CSV' }),
        headers: { authorization: `Bearer ${person!.token}`, 'content-type': 'application/json' },
      });
      if (answer.status !== 200) throw new Error(`The list was answered ${answer.status}: ${await answer.text()}`);
      let lines = 0;
      for await (const bytes of answer.body!) for (const byte of bytes) if (byte === LINE_FEED) lines += 1;
      if (lines !== incidents + 1)
        throw new Error(`The file has ${lines} lines, and not one for each of ${incidents} incidents and their titles`);
      return incidents / ((performance.now() - begin) / 1_000);
    };
    const copy = async (): Promise<number> => {
      const begin = performance.now();
      const text = `copy (select i.*, d.form, d.facts from ${tableName(incidentListTable, firstGeneration(incidentList))} i join ${tableName(incidentDetailTable, firstGeneration(incidentDetail))} d using (tenant, event_id) where i.tenant = '${organization!.tenant}' order by i.occurred desc, i.number desc) to stdout (format csv)`;
      let lines = 0;
      for await (const bytes of client.query(copyStreams.to(text)))
        for (const byte of bytes as Buffer) if (byte === LINE_FEED) lines += 1;
      if (lines < incidents) throw new Error(`COPY gave ${lines} lines`);
      return incidents / ((performance.now() - begin) / 1_000);
    };
    // Warm up: compilation and loading are not part of a list's cost.
    await take();
    await copy();
    const rounds: Round[] = [];
    let moreMemory = 0;
    while (rounds.length < count) {
      await ownTurn();
      const { result: subject, more } = await memoryWhile(api, WATCH_MS, take);
      moreMemory = Math.max(moreMemory, more);
      rounds.push(roundOf(subject, await copy()));
    }
    return {
      id: 'E1',
      ratio: medianRatio(rounds),
      rounds,
      moreMemory,
      subject: `CSV of ${incidents} incidents over HTTP from one API process, ${moreMemory.toFixed(0)} MB more of its memory at most; rows/s`,
      peer: 'COPY TO of the rows of list and detail that it is made of, in the same order; rows/s',
    };
  } finally {
    await client.end();
    await api.kill();
  }
}

async function fillList(
  options: ApiOptions,
  { tenant, userGuid }: BenchOrganization,
  incidents: number,
): Promise<void> {
  const application = await openApplication({ ...options, projector: true });
  try {
    await application.commands.execute(
      new ChangeMembership(systemEnvelope({ tenant }), userGuid, {
        isAdmin: false,
        organizationUserGroups: ['Standard'],
        permissions: ['DOWNLOAD_CSV_EVENTS', 'VIEW_OTHER_USERS_EVENTS'],
      }),
    );
    await fill(application, tenant, userGuid, null, incidents);
    await application.runner!.catchUp();
  } finally {
    await application.close();
  }
}
