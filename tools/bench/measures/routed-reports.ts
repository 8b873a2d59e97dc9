import { join } from 'node:path';
import { openApplication, type Application } from '@plimsoll/api/platform/process/application';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { AddMember } from '@plimsoll/api/members/add-member';
import { ChangeCustomerConfig } from '@plimsoll/api/organizations/change-customer-config';
import { SetCallListOfOrganization } from '@plimsoll/api/routing/set-call-list';
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
import { ReportLoad, signInAll } from '../load/report-load.ts';
import { prepare } from './command-over-http.ts';

const CONNECTIONS = 32;
const ORGANIZATIONS = 10;
/** Members of each organization who may review. */
const REVIEWERS = 20;
const WARM_UP_SECONDS = 20;

/** How organizations route their reports. */
type Routing = 'OFF' | 'LISTS' | 'NO_LISTS';

/** What is compared with what. */
const compared = {
  H1: { subject: 'LISTS', peer: 'OFF', words: ['with call lists', 'that ask no one'] },
  H2: { subject: 'NO_LISTS', peer: 'LISTS', words: ['that ask someone without call lists', 'with call lists'] },
} as const;

interface RoutedReportsOptions {
  readonly id: keyof typeof compared;
  readonly adminUrl: string;
  readonly folder: string;
  readonly rounds: number;
  readonly seconds: number;
}

/** H1 and H2: reports over HTTP of organizations that route them, and of others, in turns on one API process. */
export async function benchRoutedReports({
  id,
  adminUrl,
  folder,
  rounds: count,
  seconds,
}: RoutedReportsOptions): Promise<Measurement> {
  const options = await prepare(adminUrl);
  const founded = await foundOrganizations(options, 2 * ORGANIZATIONS);
  const { subject, peer, words } = compared[id];
  const sets = { [subject]: founded.slice(0, ORGANIZATIONS), [peer]: founded.slice(ORGANIZATIONS) };
  const application = await openApplication({ ...options, projector: true });
  try {
    for (const [routing, organizations] of Object.entries(sets))
      for (const organization of organizations) await route(application, organization, routing as Routing);
    await application.runner?.catchUp();
  } finally {
    await application.close();
  }
  const api = await RunningApi.start({ ...options, projector: false }, join(folder, 'api.log'));
  const loads: ReportLoad[] = [];
  try {
    for (const organizations of [sets[subject]!, sets[peer]!])
      loads.push(await ReportLoad.open([api.port], CONNECTIONS, await signInAll(api.port, organizations), []));
    const [ours, theirs] = loads as [ReportLoad, ReportLoad];
    for (const load of [ours, theirs]) {
      await load.onceEach();
      await load.run(WARM_UP_SECONDS / 2);
    }
    const rounds: Round[] = [];
    while (rounds.length < count) {
      await ownTurn();
      const without = (await theirs.run(seconds)) / seconds;
      rounds.push(roundOf((await ours.run(seconds)) / seconds, without));
    }
    return {
      id,
      ratio: medianRatio(rounds),
      subject: `reports over HTTP of ${ORGANIZATIONS} organizations ${words[0]}, ${REVIEWERS} reviewers each, ${CONNECTIONS} connections, one API process; commands/s`,
      peer: `the same of organizations ${words[1]}`,
      rounds,
    };
  } finally {
    for (const load of loads) load.close();
    await api.stop();
  }
}

/** Gives an organization its reviewers, and its way of routing. */
async function route({ commands }: Application, { tenant }: BenchOrganization, routing: Routing): Promise<void> {
  const run = async (command: object) => {
    const outcome = (await commands.execute(command as never)) as Outcome;
    if (!isExecuted(outcome)) throw new Error(`Refused: ${JSON.stringify(outcome)}`);
  };
  const reviewers = Array.from({ length: REVIEWERS }, () => uuidv7());
  for (const [index, userGuid] of reviewers.entries())
    await run(
      new AddMember(systemEnvelope({ tenant }), {
        userGuid,
        name: `Reviewer ${index}`,
        emailAddress: `reviewer${index}.${tenant}@bench.example`,
        isAdmin: index === 0,
        userGroups: ['Standard', 'Manager'],
        reportingGroupGuid: null,
      }),
    );
  if (routing === 'OFF')
    await run(new ChangeCustomerConfig(systemEnvelope({ tenant }), { code: 'REVIEWER_AT_ONCE', isEnabled: false }));
  if (routing === 'LISTS') await run(new SetCallListOfOrganization(systemEnvelope({ tenant }), reviewers.slice(5, 10)));
}
