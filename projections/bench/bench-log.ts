import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { eventContracts } from '@plimsoll/contracts/kernel/event-contracts';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import { EventRegistry } from '@plimsoll/event-store/port/event-registry';
import type { NewEvent } from '@plimsoll/event-store/port/event-store';
import { eventStoreMigrations } from '@plimsoll/event-store/postgres/event-store-migrations';
import { openPostgresEventStore, type PostgresEventStore } from '@plimsoll/event-store/postgres/postgres-event-store';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { projectionMigrations } from '@plimsoll/projections/platform/migrations';

/** Time-ordered, like the product's guids: random ones would slow down COPY. */
function uuidv7(): string {
  const hex = Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** A log for measuring, in a separate database. */
export interface BenchLog {
  readonly database: TestDatabase;
  readonly store: PostgresEventStore;
  readonly sealingKey: Uint8Array;
  close(): Promise<void>;
}

/** Creates an empty log in a separate database. @param adminUrl a superuser of a cluster that nothing else uses. */
export async function openBenchLog(adminUrl: string, sealingKey: Buffer = randomBytes(32)): Promise<BenchLog> {
  process.env['TEST_DATABASE_ADMIN_URL'] = adminUrl;
  const database = await createTestDatabase([...eventStoreMigrations, ...projectionMigrations]);
  const store = await openPostgresEventStore({
    appUrl: database.appUrl,
    projectorUrl: database.projectorUrl,
    registry: new EventRegistry(eventContracts),
    sealingKey,
    readers: 4,
  });
  return {
    database,
    store,
    sealingKey,
    close: async () => {
      await store.close();
      await database.drop();
    },
  };
}

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
  groups,
} = nearMissForm;
const sentence =
  'The sling slipped off the hook while the pipe was being lowered into the trench and swung past the swamper. ';

/**
 * The events of an incident from report to approval; some with an injured person, some amended again after the review.
 */
function incidentEvents(people: readonly string[], index: number): NewEvent[] {
  const [reporter, reviewer, approver] = [0, 1, 2].map((place) => people[(index + place) % people.length]!) as [
    string,
    string,
    string,
  ];
  const day = new Date(Date.UTC(2020, 0, 1) + (index % 2_000) * 86_400_000).toISOString().slice(0, 10);
  const again = index % 3 === 0;
  return [
    {
      type: 'IncidentReported',
      data: {
        reporterGuid: reporter,
        enteredByGuid: reporter,
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
        occurrenceDate: day,
        occurrenceTime: '10:15',
        timeZone: 'America/Edmonton',
        reportingGroupGuid: null,
        worksiteGuid: null,
        regionGuid: null,
        location: 'Kilometre 12',
        description: sentence.repeat(2 + (index % 3)),
        immediateActions: 'Work was stopped.',
        injuredPersons: index % 4 === 0 ? [injuredPerson()] : [],
        relatedPersons: [],
        components: [
          {
            groupGuid: groups[0]!.groupGuid,
            answers: groups[0]!.questions.map(({ questionGuid }) => ({ questionGuid, value: 'As seen' })),
          },
        ],
      },
    },
    { type: 'IncidentAmended', data: { immediateActions: 'Work was stopped and the sling was taken out of use.' } },
    { type: 'ReviewRequested', data: { reviewerGuid: reviewer, isByCallList: false, routedTo: null } },
    {
      type: 'IncidentReviewed',
      data: {
        severity: index % 6,
        likelihood: (index * 7) % 6,
        comment: again ? 'Rated as it might have ended.' : null,
      },
    },
    ...(again ? [{ type: 'IncidentAmended', data: { occurrenceTime: '10:40', description: sentence.repeat(3) } }] : []),
    { type: 'ApprovalRequested', data: { approverGuid: approver } },
    {
      type: 'IncidentApproved',
      data: { approvedRevision: again ? 6 : 5, comment: null, answer: null, signature: null },
    },
  ];
}

const injuredPerson = () => ({
  injuredPersonGuid: uuidv7(),
  name: 'Somebody',
  userAccountGuid: null,
  personType: 'EMPLOYEE',
  classification: 'FIRST_AID',
  nature: null,
  bodyPart: null,
  source: null,
  event: null,
  treatment: 'A cold pack.',
  daysAway: null,
  daysRestricted: null,
});

const monthlyFigures = (index: number): NewEvent => ({
  type: 'MonthlyMetricsRecorded',
  data: {
    yearMonth: new Date(Date.UTC(2020, index % 72, 1)).toISOString().slice(0, 7),
    employeeHours: 16_000.25,
    contractorHours: 4_000.5,
    employeeKms: 24_000,
    contractorKms: 6_000,
    employeeCount: 100,
    contractorCount: 25,
    notes: null,
  },
});

interface Stream {
  readonly tenant: string;
  readonly kind: StreamKind;
  readonly stream: string;
  readonly events: readonly NewEvent[];
}

function* streamsOf(tenant: string, events: number): Generator<Stream> {
  const people = [uuidv7(), uuidv7(), uuidv7()];
  yield {
    tenant,
    kind: 'organization',
    stream: tenant,
    events: [
      {
        type: 'OrganizationCreated',
        data: {
          organizationGuid: tenant,
          name: 'Bench',
          timeZone: 'America/Edmonton',
          sizeRange: 'ONE_TO_TEN',
          modules: [],
          username: null,
          founderGuid: null,
          currencyCode: 'CAD',
          channelPartner: null,
          utmCodes: null,
          onboardingStatus: 'ONBOARDED',
        },
      },
    ],
  };
  for (const userGuid of people) {
    yield {
      tenant,
      kind: 'member',
      stream: uuidv7(),
      events: [
        {
          type: 'MemberJoined',
          data: {
            userGuid,
            name: 'Somebody',
            emailAddress: 'somebody@example.com',
            isAdmin: false,
            userGroups: ['Standard'],
            reportingGroupGuid: null,
            through: null,
            isOnboarded: true,
          },
        },
      ],
    };
  }
  let left = events - 1 - people.length;
  for (let index = 0; left > 0; index++) {
    const kind = index % 12 === 1 ? 'monthly-metrics' : 'incident';
    const fillEvents =
      kind === 'monthly-metrics' ? [monthlyFigures(index)] : incidentEvents(people, index).slice(0, left);
    left -= fillEvents.length;
    yield { tenant, kind, stream: uuidv7(), events: fillEvents };
  }
}

/** Fills the log with `events` events, distributed evenly over `tenants` organizations, each event its own command. */
export async function fillLog(store: PostgresEventStore, events: number, tenants: number): Promise<number> {
  const perTenant = Math.floor(events / tenants);
  const waiting = (function* () {
    for (let tenant = 0; tenant < tenants; tenant++) yield* streamsOf(uuidv7(), perTenant);
  })();
  const writeOn = async () => {
    for (const stream of waiting) await write(store, stream);
  };
  await Promise.all(Array.from({ length: 128 }, writeOn));
  return perTenant * tenants;
}

async function write(store: PostgresEventStore, { tenant, kind, stream, events }: Stream): Promise<void> {
  for (const [index, event] of events.entries()) {
    const commandId = uuidv7();
    const answer = await store.append({
      tenant,
      commandId,
      fingerprint: createHash('sha256').update(commandId).digest(),
      metadata: {
        commandId,
        correlationId: randomUUID(),
        causationId: null,
        actor: { userGuid: tenant, kind: 'USER' },
        onBehalfOf: null,
        client: { product: 'bench', device: 'SERVER' },
        at: '2026-07-01T12:00:00.000Z',
        traceparent: null,
      },
      records: [{ stream: { kind, guid: stream }, event, drawNumber: event.type === 'IncidentReported' }],
      checks: [{ stream: { kind, guid: stream }, expect: index }],
    });
    if (answer.status !== 'written') throw new Error(`The bench's event was ${answer.status}`);
  }
}
