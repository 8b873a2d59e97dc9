import { randomBytes } from 'node:crypto';
import { openApplication, type Application } from '@plimsoll/api/platform/process/application';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { ArchiveReportingGroup } from '@plimsoll/api/units/archive-reporting-group';
import { CreateReportingGroup } from '@plimsoll/api/units/create-reporting-group';
import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { FindOrganization } from '@plimsoll/projections/organizations/organization-settings/query';
import { v7 as uuidv7 } from 'uuid';
import {
  median,
  medianRatio,
  ownTurn,
  roundOf,
  type Measurement,
  type Round,
} from '../../../services/event-store/bench/measurement.ts';
import { foundOrganizations } from '../load/bench-organizations.ts';
import { prepare } from './command-over-http.ts';

const WRITERS = 128;
/** Number of archivings per round, for subject and peer alike. */
const ARCHIVINGS = 20;
const WARM_UP = 10;

const {
  formGuid,
  version,
  name,
  isSensitive,
  isLeading,
  trifContributor,
  ltifContributor,
  mvifContributor,
  eventWorkflow,
} = nearMissForm;

/** Reports incidents into a group, or into none, one command each. */
export async function fill(
  { store }: Application,
  tenant: string,
  reporterGuid: string,
  reportingGroupGuid: string | null,
  events: number,
): Promise<void> {
  let left = events;
  const write = async () => {
    for (; left-- > 0; ) {
      const guid = uuidv7();
      const { commandId, metadata } = systemEnvelope({ tenant });
      const answer = await store.append({
        tenant,
        commandId,
        fingerprint: randomBytes(32),
        metadata,
        records: [
          {
            stream: { kind: 'incident', guid },
            drawNumber: true,
            event: {
              type: 'IncidentReported',
              data: {
                reporterGuid,
                enteredByGuid: reporterGuid,
                form: {
                  formGuid,
                  version,
                  name,
                  workflow: eventWorkflow,
                  isSensitive,
                  isLeading,
                  trifContributor,
                  ltifContributor,
                  mvifContributor,
                },
                isQuick: false,
                isUrgent: false,
                occurrenceDate: '2026-03-02',
                occurrenceTime: '10:15',
                timeZone: 'America/Edmonton',
                reportingGroupGuid,
                worksiteGuid: null,
                regionGuid: null,
                location: 'Kilometre 12',
                description: 'The sling slipped off the hook while the pipe was being lowered into the trench.',
                immediateActions: null,
                injuredPersons: [],
                relatedPersons: [],
                components: [],
              },
            },
          },
        ],
        checks: [{ stream: { kind: 'incident', guid }, expect: 0 }],
      });
      if (answer.status !== 'written') throw new Error(`The bench's event was ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}

/**
 * A group with a number of incidents, which move with each archiving to the replacement group, so that they are created
 * only once.
 */
class FilledGroup {
  #guid: string;
  readonly #application: Application;
  readonly #tenant: string;
  readonly #events: number;

  private constructor(application: Application, tenant: string, guid: string, events: number) {
    this.#application = application;
    this.#tenant = tenant;
    this.#guid = guid;
    this.#events = events;
  }

  static async of(
    application: Application,
    { tenant, userGuid }: { tenant: string; userGuid: string },
    events: number,
  ): Promise<FilledGroup> {
    const guid = await FilledGroup.#create(application, tenant);
    await fill(application, tenant, userGuid, guid, events);
    await application.runner!.catchUp();
    return new FilledGroup(application, tenant, guid, events);
  }

  static async #create({ commands }: Application, tenant: string): Promise<string> {
    const reportingGroupGuid = uuidv7();
    await run(
      commands.execute(
        new CreateReportingGroup(systemEnvelope({ tenant }), {
          reportingGroupGuid,
          name: `Crew ${reportingGroupGuid}`,
          description: null,
        }),
      ),
    );
    return reportingGroupGuid;
  }

  /** Milliseconds until the archiving is acknowledged and visible in the read models. */
  async archive(): Promise<number> {
    const { commands, queries, readYourWrites: progress } = this.#application;
    const target = await FilledGroup.#create(this.#application, this.#tenant);
    await progress.waitForHead(this.#tenant, ['organization-settings', 'incident-list', 'unit-history']);
    const begin = performance.now();
    const { position } = await run(
      commands.execute(new ArchiveReportingGroup(systemEnvelope({ tenant: this.#tenant }), this.#guid, target)),
    );
    await progress.waitFor(this.#tenant, position, ['organization-settings', 'incident-list', 'unit-history']);
    const took = performance.now() - begin;
    const organization = await queries.execute(new FindOrganization(this.#tenant));
    const found = organization?.reportingGroups.find(({ guid }) => guid === target)?.eventCount;
    if (found !== this.#events) throw new Error(`The target has ${found} events and not ${this.#events}`);
    this.#guid = target;
    return took;
  }
}

async function run(executed: Promise<unknown>): Promise<Extract<Outcome, { position: unknown }>> {
  const outcome = (await executed) as Outcome;
  if (!isExecuted(outcome)) throw new Error(`Refused: ${JSON.stringify(outcome)}`);
  return outcome;
}

/** P22: archives a group with many incidents and one with few, each in its own organization, in alternation. */
export async function benchArchiveGroup({
  adminUrl,
  rounds: count,
  many,
  few,
}: {
  adminUrl: string;
  rounds: number;
  many: number;
  few: number;
}): Promise<Measurement> {
  const options = await prepare(adminUrl);
  const organizations = await foundOrganizations({ ...options, projector: false }, 2);
  const application = await openApplication({ ...options, projector: true });
  try {
    application.runner?.start();
    const [subject, peer] = [
      await FilledGroup.of(application, organizations[0]!, many),
      await FilledGroup.of(application, organizations[1]!, few),
    ];
    const rounds: Round[] = [];
    for (let warm = 0; warm < WARM_UP; warm++) for (const group of [subject, peer]) await group.archive();
    while (rounds.length < count) {
      await ownTurn();
      const times: [number[], number[]] = [[], []];
      for (let turn = 0; turn < ARCHIVINGS; turn++) {
        times[0].push(await subject.archive());
        times[1].push(await peer.archive());
      }
      rounds.push(roundOf(median(times[0]), median(times[1])));
    }
    return {
      id: 'P22',
      ratio: medianRatio(rounds),
      rounds,
      subject: `archiving a group with ${many.toLocaleString('en-CA')} events, until the read models tell of it; ms`,
      peer: `the same with ${few} events, in another organization; ms`,
    };
  } finally {
    await application.close();
  }
}
