import { readFileSync, readdirSync } from 'node:fs';
import { z } from 'zod';
import { eventContracts } from '../kernel/event-contracts.ts';
import type { Channel } from './channel.ts';
import { incidentAfter, type IncidentSoFar } from './incidents.ts';
import { cloudEvent, integrationData, integrationEvent, type CloudEvent } from './integration-event.ts';
import { internalEvents } from './internal-events.ts';
import type { LoggedEvent } from './logged-event.ts';

const golden = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../golden/${name}.json`, import.meta.url), 'utf8')) as Pick<
    LoggedEvent,
    'id' | 'type' | 'data' | 'stream' | 'metadata'
  >;
const tenant = '01900000-0000-7000-8000-000000000004';
const incident = { kind: 'incident', guid: '01900000-0000-7000-8000-0000000000e1' };
const logged = (name: string, revision: number, more: object = {}): LoggedEvent => ({
  tenant,
  position: 40 + revision,
  revision,
  number: null,
  ...golden(name),
  stream: incident,
  ...more,
});
const upcast = (name: string) =>
  readdirSync(new URL('../../golden/', import.meta.url))
    .filter((file) => file.startsWith(`${name}.v`))
    .sort()
    .at(-1)!
    .replace('.json', '');
const reported = (change: object = {}): LoggedEvent => {
  const event = logged(upcast('IncidentReported'), 1, { number: 7 });
  const data = event.data as { form: object };
  return {
    ...event,
    data: { ...data, form: { ...data.form, isSensitive: false, workflow: 'REVIEW_AND_APPROVAL', ...change } },
  };
};
const steps = (): LoggedEvent[] => [
  reported(),
  logged(upcast('IncidentAmended'), 2),
  logged('ReviewRequested.v1', 3),
  logged('IncidentReviewed.v1', 4),
  logged('IncidentDeleted.v1', 5),
  logged('IncidentRestored.v1', 6),
];

function publishedOf(events: readonly LoggedEvent[], channel: Channel): (CloudEvent | null)[] {
  let before: IncidentSoFar | null = null;
  return events.map((event) => {
    const made = integrationEvent(event, {
      channel,
      publicUrl: 'https://plimsoll.example',
      before,
      isSensitive: () => false,
    });
    before = incidentAfter(before, event);
    return made;
  });
}
const levelled = (level: Channel['level']): Channel => ({ level, includeSensitive: false });

test('every domain event has a mapping or a line with the reason why it is not published', () => {
  const isMapped = ({ type }: { type: string }) => {
    const event = {
      tenant,
      stream: {
        kind: /^Incident(?!s)|^Review|^Approval|^Attachment/.test(type)
          ? 'incident'
          : /^Worksite/.test(type)
            ? 'worksite'
            : /^Alarm(?!Settings)/.test(type)
              ? 'alarm'
              : 'other',
        guid: tenant,
      },
      position: 1,
      revision: 1,
      number: 1,
      id: tenant,
      type,
      data: { form: {}, kind: 'MEMBER', incidentGuid: null },
      metadata: golden('IncidentDeleted.v1').metadata,
    };
    if (event.stream.kind === 'incident') return true;
    try {
      return (
        integrationEvent(event, {
          channel: { level: 'TEXT', includeSensitive: true },
          publicUrl: '',
          before: null,
          isSensitive: () => false,
        }) !== null
      );
    } catch {
      return false;
    }
  };
  expect(
    eventContracts
      .filter((contract) => !isMapped(contract) && !internalEvents.has(contract.type))
      .map(({ type }) => type),
  ).toEqual([]);
  expect(
    [...internalEvents].filter(
      (type) => !eventContracts.some((contract) => contract.type === type) || isMapped({ type }),
    ),
  ).toEqual([]);
});

test('every step of an incident makes exactly one event, so that revisions have no gap, and each is what its schema says', () => {
  for (const level of ['FACTS', 'PERSONS', 'TEXT'] as const) {
    const made = publishedOf(steps(), levelled(level));
    expect(made.map((event) => event?.streamrevision)).toEqual([1, 2, 3, 4, 5, 6]);
    for (const event of made) {
      expect(cloudEvent.parse(event)).toEqual(event);
      expect(integrationData[event!.type]!.parse(event!.data)).toEqual(event!.data);
    }
  }
});

test('what a deleted incident is published as, and what a restored one', () => {
  expect(publishedOf(steps(), levelled('FACTS')).map((event) => event!.data['state'])).toEqual([
    'REPORTED',
    'REPORTED',
    'REVIEW_REQUESTED',
    'REVIEWED',
    'DELETED',
    'REVIEWED',
  ]);
});

test('each level tells what the one below tells and more; figures alone name nobody and repeat nothing that was written', () => {
  const [facts, persons, text] = (['FACTS', 'PERSONS', 'TEXT'] as const).map(
    (level) => publishedOf(steps(), levelled(level)).at(-1)!.data,
  );
  expect(persons).toMatchObject(facts!);
  expect(text).toMatchObject(persons!);
  expect(Object.keys(facts!)).not.toEqual(expect.arrayContaining(['reporterGuid']));
  expect(
    Object.keys(facts!)
      .filter((field) => /guid/i.test(field))
      .sort(),
  ).toEqual(['formGuid', 'regionGuid', 'reportingGroupGuid', 'worksiteGuid']);
  expect(Object.keys(persons!)).not.toContain('description');
  expect(Object.keys(text!)).toEqual(expect.arrayContaining(['description', 'comment', 'components']));
});

test('no level tells names, treatment, addresses or notes', () => {
  const names = (schema: z.ZodType) => JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }));
  for (const [type, schema] of Object.entries(integrationData)) {
    // What signs a checkpoint is a key of the installation, and nobody's hand.
    if (type === 'plimsoll.log.checkpointed.v1') continue;
    expect([type, /"(treatment|emailAddress|signature|notes|relatedPersons)"/.exec(names(schema))?.[1]]).toEqual([
      type,
      undefined,
    ]);
  }
  const hurt = reported();
  const written = JSON.stringify(
    publishedOf(
      [
        {
          ...hurt,
          data: {
            ...(hurt.data as object),
            injuredPersons: [
              {
                injuredPersonGuid: tenant,
                name: 'Nora Named',
                userAccountGuid: null,
                personType: 'EMPLOYEE',
                classification: null,
                nature: null,
                bodyPart: null,
                source: null,
                event: null,
                treatment: 'Stitched',
                daysAway: 1,
                daysRestricted: null,
              },
            ],
          },
        },
      ],
      levelled('TEXT'),
    ),
  );
  expect(written).toContain('"daysAway":1');
  expect(written).not.toMatch(/Nora Named|Stitched/);
});

test('a sensitive incident leaves no trace on a channel that has none of them', () => {
  const [open, closed] = [true, false].map((includeSensitive) =>
    publishedOf([reported({ isSensitive: true })], { level: 'FACTS', includeSensitive }),
  );
  expect(open![0]!.data['isSensitive']).toBe(true);
  expect(closed).toEqual([null]);
});

test('an erasure of a sensitive incident goes nowhere where the incident does not, and elsewhere names it', () => {
  const erased = {
    ...logged('PersonErased.v1', 1),
    stream: { kind: 'erasure', guid: tenant },
    data: { kind: 'INJURED', guid: tenant, incidentGuid: incident.guid },
  };
  const made = (includeSensitive: boolean, isSensitive: boolean) =>
    integrationEvent(erased, {
      channel: { level: 'FACTS', includeSensitive },
      publicUrl: '',
      before: null,
      isSensitive: () => isSensitive,
    });
  expect(made(false, true)).toBeNull();
  expect(made(true, true)?.data).toEqual({ personGuid: tenant, kind: 'INJURED', incidents: [incident.guid] });
  expect(made(false, false)?.subject).toBe(`persons/${tenant}`);
});

test('an event without a mapping stops the export instead of being omitted', () => {
  const unknown = {
    ...logged('IncidentDeleted.v1', 1),
    stream: { kind: 'thing', guid: tenant },
    type: 'ThingHappened',
  };
  expect(() =>
    integrationEvent(unknown, { channel: levelled('FACTS'), publicUrl: '', before: null, isSensitive: () => false }),
  ).toThrow('No mapping knows ThingHappened');
});
