import { injuryForm, nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import type { AmendIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { given } from '../../test/given-when-then.ts';
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
import { incidentDecider, type LiveIncident } from './incident.ts';
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
    isUrgent: false,
    ...reported,
  };
  const reportedEvent = { type: 'IncidentReported', data, by: reporter.userGuid, at: '2026-03-02T23:00:00.000Z' };
  return given(incidentDecider, [reportedEvent]).when((incident) =>
    amendIncident(
      {
        actor: reporter,
        body,
        context: { ...context, form, ...more },
        receivedAt: new Date('2026-03-10T12:00:00Z'),
        newGuid: () => guidOf(500),
      },
      incident as LiveIncident,
    ),
  );
}
const amended = (data: object) => [{ type: 'IncidentAmended', data }];
const errors = ({ decision }: ReturnType<typeof amend>) =>
  isRefusal(decision)
    ? (decision.fieldErrors ?? []).map(({ field, className }) => `${field} ${className}`)
    : 'accepted';

describe('an amendment', () => {
  test('says the new values of what changed, and nothing else', () =>
    amend({ description: 'Two slings slipped.', occurrenceTime: '14:30' }).then(
      amended({ description: 'Two slings slipped.' }),
    ));
  test('that changes nothing writes nothing', () => amend({ ...facts, timeZone: undefined } as never).then([]));
  test('without a word writes nothing', () => amend({}).then([]));
  test('clears by null, and leaves omitted fields unchanged', () =>
    amend({ occurrenceTime: null }).then(amended({ occurrenceTime: null })));
  test('takes the zone of the new worksite along', () =>
    amend({ worksiteGuid: worksiteInSydneyGuid }).then(
      amended({ worksiteGuid: worksiteInSydneyGuid, timeZone: 'Australia/Sydney' }),
    ));
  test('moves it elsewhere with a region and a location', () => {
    amend({ worksiteGuid: null, regionGuid: albertaGuid, location: 'Highway 2' }).then(
      amended({ worksiteGuid: null, regionGuid: albertaGuid, location: 'Highway 2' }),
    );
    expect(errors(amend({ worksiteGuid: null }))).toEqual(['worksiteGuid MissingRelatedEntity']);
  });
  test('does not validate unchanged fields again', () => {
    const archived = { ...facts, reportingGroupGuid: archivedGroupGuid };
    amend({ description: 'More.', reportingGroupGuid: archivedGroupGuid }, {}, archived).then(
      amended({ description: 'More.' }),
    );
    amend({ description: 'More.' }, { worksites: new Map() }).then(amended({ description: 'More.' }));
  });
  test('is shown the target of an archived group, and changes nothing by sending it back', () => {
    const archived = { ...facts, reportingGroupGuid: reassignedGroupGuid };
    amend({ reportingGroupGuid }, {}, archived).then([]);
    amend({ reportingGroupGuid: reassignedGroupGuid }, {}, { ...facts, reportingGroupGuid: null }).then(
      amended({ reportingGroupGuid }),
    );
    expect(errors(amend({ reportingGroupGuid: archivedGroupGuid }))).toEqual([
      'reportingGroupGuid ReportingGroupNotFound',
    ]);
  });
  test('keeps an archived worksite, and does not choose one', () => {
    amend({ location: 'By the gate' }, {}, { ...facts, worksiteGuid: archivedWorksiteGuid }).then(
      amended({ location: 'By the gate' }),
    );
    expect(errors(amend({ worksiteGuid: archivedWorksiteGuid }))).toEqual(['worksiteGuid WorksiteNotFound']);
  });
  test('cannot put it into the future', () =>
    expect(errors(amend({ occurrenceDate: '2026-03-11' }))).toEqual(['occurrenceDate MalformedDate']));
  test('checks the answers by the form as it was', () => {
    expect(errors(amend({ components: [] }))).toEqual(['components EmptyEventComponentsArray']);
    amend({ components }).then([]);
  });
  test('of answers, or of the injured, is refused when the form is not found, never unchecked', () => {
    amend({ components: [{ groupGuid: guidOf(1), answers: [] }] }, { form: null }).thenMatch({
      refused: 'FormNotFound',
    });
    amend({ injuredPersons: [] }, { form: null }, { ...facts, injuredPersons: [anna] }, injuryForm).thenMatch({
      refused: 'FormNotFound',
    });
    amend({ description: 'More.' }, { form: null }).then(amended({ description: 'More.' }));
  });
});

describe('the people of an incident', () => {
  const injured = { ...facts, injuredPersons: [anna] };
  test('keep their guid', () =>
    amend({ injuredPersons: [{ ...anna, daysAway: 3 }] }, {}, injured, injuryForm).then(
      amended({ injuredPersons: [{ ...anna, daysAway: 3 }] }),
    ));
  test('are joined by new ones, who get one', () =>
    amend({ injuredPersons: [anna, { name: 'Ben', personType: 'VISITOR' }] }, {}, injured, injuryForm).thenMatch([
      { data: { injuredPersons: [anna, { injuredPersonGuid: guidOf(500), name: 'Ben' }] } },
    ]));
  test('are not those of another incident: a guid that is not its own is only a name, and the stored guid is ours', () =>
    amend({ injuredPersons: [{ ...anna, injuredPersonGuid: guidOf(51) }] }, {}, injured, injuryForm).then(
      amended({ injuredPersons: [{ ...anna, injuredPersonGuid: guidOf(500) }] }),
    ));
  test('have one name each in a request', () =>
    expect(errors(amend({ injuredPersons: [anna, { ...anna, name: 'Ben' }] }, {}, injured, injuryForm))).toEqual([
      'injuredPersons.1.injuredPersonGuid MalformedEventField',
    ]));
  test('cannot all be taken out of an injury', () =>
    amend({ injuredPersons: [] }, {}, injured, injuryForm).thenMatch({
      refused: 'AttemptedToReportInjuryWithoutAtLeastOneInjuredPerson',
    }));
  test('may have left the organization meanwhile', () =>
    amend({ injuredPersons: [{ ...anna, daysAway: 1 }] }, { members: new Map() }, injured, injuryForm).thenMatch([
      { type: 'IncidentAmended' },
    ]));
});
