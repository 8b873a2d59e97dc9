import { join } from 'node:path';
import { openApplication } from '@plimsoll/api/platform/process/application';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import type { ApiOptions } from '@plimsoll/api/main';
import { AddMember } from '@plimsoll/api/members/add-member';
import { CreateReportingGroup } from '@plimsoll/api/units/create-reporting-group';
import { CreateWorksite } from '@plimsoll/api/units/create-worksite';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { v7 as uuidv7 } from 'uuid';
import {
  medianRatio,
  ownTurn,
  roundOf,
  type Measurement,
  type Round,
} from '../../../services/event-store/bench/measurement.ts';
import { RunningApi } from '../../../services/api/test/running-api.ts';
import { foundOrganizations, type BenchOrganization } from '../load/bench-organizations.ts';
import { prepare } from './command-over-http.ts';
import { KeepAliveConnection } from '../load/http-load.ts';
import { p99 } from '../load/lag-watch.ts';
import { bearer, signInAll } from '../load/report-load.ts';

/**
 * Effectively no rate limit: at the default of 500 requests per second these would queue for 32 ms each, however fast
 * the response is.
 */
const NO_RATE_LIMIT = 100_000;

export interface StartupOfManyOptions {
  /** Superuser URL of a cluster used by this bench alone. */
  readonly adminUrl: string;
  /** Folder for the API's log. */
  readonly folder: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly members: number;
  readonly groups: number;
  readonly worksites: number;
  readonly users: number;
  /** Folder for the API's CPU profile. */
  readonly profileFolder?: string;
}

/**
 * P23: latency of GET /startup in a large organization, for several concurrent clients, each of which asks again at
 * once.
 */
export async function benchStartupOfMany({
  adminUrl,
  folder,
  rounds: count,
  seconds,
  users,
  profileFolder,
  ...size
}: StartupOfManyOptions): Promise<Measurement> {
  const options = await prepare(adminUrl);
  const [large, ...others] = await foundOrganizations({ ...options, projector: false }, users);
  await grow(options, large!, others, size);
  const api = await RunningApi.start(
    { ...options, projector: true, organizationRequestsPerSecond: NO_RATE_LIMIT },
    join(folder, 'api.log'),
    profileFolder,
  );
  try {
    const people = await signInAll(api.port, [large!, ...others]);
    const path = `/api/startup?organizationGuid=${large!.tenant}`;
    const round = async (): Promise<number> => {
      const end = performance.now() + seconds * 1_000;
      const took = await Promise.all(
        people.map(async (person) => {
          const connection = await KeepAliveConnection.open(api.port);
          const each: number[] = [];
          while (performance.now() < end) {
            const asked = performance.now();
            const { status, body } = await connection.get(path, bearer(person));
            if (status !== 200) throw new Error(`The startup was answered ${status}: ${body}`);
            each.push(performance.now() - asked);
          }
          connection.close();
          return each;
        }),
      );
      return p99(took.flat());
    };
    // Warm up: compilation in the first seconds is not part of a response's cost.
    await round();
    const rounds: Round[] = [];
    while (rounds.length < count) {
      await ownTurn();
      rounds.push(roundOf(await round(), 1));
    }
    return {
      id: 'P23',
      ratio: medianRatio(rounds),
      rounds,
      peer: 'nothing: the figure is in ms',
      subject: `p99 of GET /startup of an organization with ${size.members} members, ${size.groups} groups and ${size.worksites} worksites, ${users} users at once; one API process with the projector; ms`,
    };
  } finally {
    await (profileFolder ? api.stop() : api.kill());
  }
}

/** Adds members to an organization, of whom `others` have accounts, and groups and worksites. */
async function grow(
  options: ApiOptions,
  { tenant }: BenchOrganization,
  others: readonly BenchOrganization[],
  { members, groups, worksites }: Pick<StartupOfManyOptions, 'members' | 'groups' | 'worksites'>,
): Promise<void> {
  const application = await openApplication({ ...options, projector: true });
  const run = async (command: object) => {
    const outcome = (await application.commands.execute(command)) as Outcome;
    if (!isExecuted(outcome)) throw new Error(`Refused: ${JSON.stringify(outcome)}`);
  };
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
  try {
    for (const index of numbers(groups))
      await run(
        new CreateReportingGroup(systemEnvelope({ tenant }), {
          reportingGroupGuid: uuidv7(),
          name: `Crew ${index}`,
          description: null,
        }),
      );
    for (const index of numbers(worksites)) {
      await run(
        new CreateWorksite(systemEnvelope({ tenant }), {
          worksiteGuid: uuidv7(),
          name: `Yard ${index}`,
          regionGuid: regions[0]!.guid,
          timeZone: 'America/Edmonton',
          address: `${index} Quay Road`,
          emergencyPhone: null,
        }),
      );
    }
    for (const index of numbers(members - 1)) {
      const person = others[index] ?? { userGuid: uuidv7(), emailAddress: `member${index}@bench.example` };
      await run(
        new AddMember(systemEnvelope({ tenant }), {
          userGuid: person.userGuid,
          name: `Member ${index}`,
          emailAddress: person.emailAddress,
          isAdmin: false,
          userGroups: ['Standard'],
          reportingGroupGuid: null,
        }),
      );
    }
    await application.runner?.catchUp();
  } finally {
    await application.close();
  }
}
