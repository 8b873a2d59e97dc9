import { injuryForm, nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import type { AmendIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import {
  albertaGuid,
  archivedGroupGuid,
  archivedWorksiteGuid,
  components,
  facts,
  guidOf,
  snapshotOf,
  context,
  reassignedGroupGuid,
  reportingGroupGuid,
  viewer,
  worksiteInSydneyGuid,
} from '../../test/incidents/sample-incident.ts';
import { isRefusal } from '../commands/decision.ts';
import { amendIncident } from './amend-incident.rule.ts';
import { evolve, initialState, type LiveIncident } from './incident.ts';
import type { IncidentContext } from './incident-context.ts';

const reporter = viewer(1);
const anna = {
  injuredPersonGuid: guidOf(50),
  name: 'Anna',
  userAccountGuid: guidOf(60),
  personType: 'EMPLOYEE' as const,
  classification: null,
  nature: null,
  bodyPart: null,
  source: null,
  event: null,
  treatment: null,
  daysAway: null,
  daysRestricted: null,
};

function amend(body: AmendIncidentRequest, more: Partial<IncidentContext> = {}, reported = facts, form = nearMissForm) {
  const data = {
    reporterGuid: reporter.userGuid,
    enteredByGuid: reporter.userGuid,
    form: snapshotOf(form),
    isQuick: false,
    ...reported,
  };
  const incident = evolve(initialState, {
    type: 'IncidentReported',
    data,
    revision: 1,
    byGuid: reporter.userGuid,
    at: '2026-03-02T23:00:00.000Z',
  }) as LiveIncident;
  return amendIncident(
    {
      actor: reporter,
      body,
      context: { ...context, form, ...more },
      receivedAt: new Date('2026-03-10T12:00:00Z'),
      newGuid: () => guidOf(500),
    },
    incident,
  );
}
const amended = (data: object) => [{ type: 'IncidentAmended', data }];
const errors = (decision: ReturnType<typeof amend>) =>
  isRefusal(decision)
    ? (decision.fieldErrors ?? []).map(({ field, className }) => `${field} ${className}`)
    : 'accepted';

describe('an amendment', () => {
  test('says the new values of what changed, and nothing else', () =>
    expect(amend({ description: 'Two slings slipped.', occurrenceTime: '14:30' })).toEqual(
      amended({ description: 'Two slings slipped.' }),
    ));
  test('that changes nothing writes nothing', () =>
    expect(amend({ ...facts, timeZone: undefined } as never)).toEqual([]));
  test('without a word writes nothing', () => expect(amend({})).toEqual([]));
  test('clears by null, and leaves omitted fields unchanged', () =>
    expect(amend({ occurrenceTime: null })).toEqual(amended({ occurrenceTime: null })));
  test('takes the zone of the new worksite along', () =>
    expect(amend({ worksiteGuid: worksiteInSydneyGuid })).toEqual(
      amended({ worksiteGuid: worksiteInSydneyGuid, timeZone: 'Australia/Sydney' }),
    ));
  test('moves it elsewhere with a region and a location', () => {
    expect(amend({ worksiteGuid: null, regionGuid: albertaGuid, location: 'Highway 2' })).toEqual(
      amended({ worksiteGuid: null, regionGuid: albertaGuid, location: 'Highway 2' }),
    );
    expect(errors(amend({ worksiteGuid: null }))).toEqual(['worksiteGuid MissingRelatedEntity']);
  });
  test('does not validate unchanged fields again', () => {
    const archived = { ...facts, reportingGroupGuid: archivedGroupGuid };
    expect(amend({ description: 'More.', reportingGroupGuid: archivedGroupGuid }, {}, archived)).toEqual(
      amended({ description: 'More.' }),
    );
    expect(amend({ description: 'More.' }, { worksites: new Map() })).toEqual(amended({ description: 'More.' }));
  });
  test('is shown the target of an archived group, and changes nothing by sending it back', () => {
    const archived = { ...facts, reportingGroupGuid: reassignedGroupGuid };
    expect(amend({ reportingGroupGuid }, {}, archived)).toEqual([]);
    expect(amend({ reportingGroupGuid: reassignedGroupGuid }, {}, { ...facts, reportingGroupGuid: null })).toEqual(
      amended({ reportingGroupGuid }),
    );
    expect(errors(amend({ reportingGroupGuid: archivedGroupGuid }))).toEqual([
      'reportingGroupGuid ReportingGroupNotFound',
    ]);
  });
  test('keeps an archived worksite, and does not choose one', () => {
    expect(amend({ location: 'By the gate' }, {}, { ...facts, worksiteGuid: archivedWorksiteGuid })).toEqual(
      amended({ location: 'By the gate' }),
    );
    expect(errors(amend({ worksiteGuid: archivedWorksiteGuid }))).toEqual(['worksiteGuid WorksiteNotFound']);
  });
  test('cannot put it into the future', () =>
    expect(errors(amend({ occurrenceDate: '2026-03-11' }))).toEqual(['occurrenceDate MalformedDate']));
  test('checks the answers by the form as it was', () => {
    expect(errors(amend({ components: [] }))).toEqual(['components EmptyEventComponentsArray']);
    expect(amend({ components })).toEqual([]);
  });
  test('of answers, or of the injured, is refused when the form is not found, never unchecked', () => {
    expect(amend({ components: [{ groupGuid: guidOf(1), answers: [] }] }, { form: null })).toMatchObject({
      refused: 'FormNotFound',
    });
    expect(
      amend({ injuredPersons: [] }, { form: null }, { ...facts, injuredPersons: [anna] }, injuryForm),
    ).toMatchObject({ refused: 'FormNotFound' });
    expect(amend({ description: 'More.' }, { form: null })).toEqual(amended({ description: 'More.' }));
  });
});

describe('the people of an incident', () => {
  const injured = { ...facts, injuredPersons: [anna] };
  test('keep their guid', () =>
    expect(amend({ injuredPersons: [{ ...anna, daysAway: 3 }] }, {}, injured, injuryForm)).toEqual(
      amended({ injuredPersons: [{ ...anna, daysAway: 3 }] }),
    ));
  test('are joined by new ones, who get one', () =>
    expect(
      amend({ injuredPersons: [anna, { name: 'Ben', personType: 'VISITOR' }] }, {}, injured, injuryForm),
    ).toMatchObject([{ data: { injuredPersons: [anna, { injuredPersonGuid: guidOf(500), name: 'Ben' }] } }]));
  test('are not those of another incident: a guid that is not its own is only a name, and the stored guid is ours', () =>
    expect(amend({ injuredPersons: [{ ...anna, injuredPersonGuid: guidOf(51) }] }, {}, injured, injuryForm)).toEqual(
      amended({ injuredPersons: [{ ...anna, injuredPersonGuid: guidOf(500) }] }),
    ));
  test('have one name each in a request', () =>
    expect(errors(amend({ injuredPersons: [anna, { ...anna, name: 'Ben' }] }, {}, injured, injuryForm))).toEqual([
      'injuredPersons.1.injuredPersonGuid MalformedEventField',
    ]));
  test('cannot all be taken out of an injury', () =>
    expect(amend({ injuredPersons: [] }, {}, injured, injuryForm)).toMatchObject({
      refused: 'AttemptedToReportInjuryWithoutAtLeastOneInjuredPerson',
    }));
  test('may have left the organization meanwhile', () =>
    expect(
      amend({ injuredPersons: [{ ...anna, daysAway: 1 }] }, { members: new Set() }, injured, injuryForm),
    ).toHaveLength(1));
});
