import { injuryForm, motorVehicleForm, nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import type { Form, Question } from '@plimsoll/contracts/forms/form';
import type { ReportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import {
  worksiteGuid,
  albertaGuid,
  archivedGroupGuid,
  archivedWorksiteGuid,
  components,
  facts,
  guidOf,
  reassignedGroupGuid,
  reportingGroupGuid,
  snapshotOf,
  context,
  viewer,
  body,
  worksiteInSydneyGuid,
} from '../../test/incidents/sample-incident.ts';
import { isRefusal } from '../commands/decision.ts';
import { initialState } from './incident.ts';
import { reportIncident } from './report-incident.rule.ts';
import type { IncidentContext } from './incident-context.ts';

const reporter = viewer(1);
const clerk = viewer(2, 'CREATE_EVENTS_ON_OTHERS_BEHALF');
const now = new Date('2026-03-02T23:00:00Z');

function report(changed: Partial<ReportIncidentRequest> = {}, more: Partial<IncidentContext> = {}, actor = reporter) {
  let made = 500;
  return reportIncident(
    {
      actor,
      body: { ...body, ...changed },
      context: { ...context, ...more },
      receivedAt: now,
      newGuid: () => guidOf(made++),
    },
    initialState,
  );
}

const errors = (decision: ReturnType<typeof report>) =>
  isRefusal(decision)
    ? (decision.fieldErrors ?? []).map(({ field, className }) => `${field} ${className}`)
    : 'accepted';

const accepted = (decision: ReturnType<typeof report>) => {
  if (isRefusal(decision)) throw new Error(JSON.stringify(decision));
  const [reported] = decision;
  if (reported?.type !== 'IncidentReported') throw new Error('Nothing was reported');
  return reported.data;
};

describe('a report', () => {
  test('says what happened, and what the form was', () =>
    expect(report()).toEqual([
      {
        type: 'IncidentReported',
        data: {
          reporterGuid: reporter.userGuid,
          enteredByGuid: reporter.userGuid,
          form: snapshotOf(nearMissForm),
          isQuick: false,
          isUrgent: false,
          ...facts,
        },
      },
    ]));

  test.each([
    ['there is none', null],
    ['it is a draft', { ...nearMissForm, state: 'DRAFT' as const }],
    ['it is archived', { ...nearMissForm, state: 'ARCHIVED' as const }],
  ])('needs a form: %s', (_, form) => expect(report({}, { form })).toMatchObject({ refused: 'FormNotFound' }));

  test('reports all errors at once', () =>
    expect(
      errors(report({ occurrenceDate: '2026-04-01', worksiteGuid: null, reportingGroupGuid: null, components: [] })),
    ).toEqual([
      'occurrenceDate MalformedDate',
      'worksiteGuid MissingRelatedEntity',
      'reportingGroupGuid MissingRelatedEntity',
      'components EmptyEventComponentsArray',
    ]));
});

describe('a report for another member', () => {
  const forAnother = { onBehalfOfUserGuid: guidOf(3) };
  test('makes them the reporter, and says who entered it', () =>
    expect(accepted(report(forAnother, {}, clerk))).toMatchObject({
      reporterGuid: guidOf(3),
      enteredByGuid: clerk.userGuid,
    }));
  test('needs CREATE_EVENTS_ON_OTHERS_BEHALF', () =>
    expect(report(forAnother)).toMatchObject({ refused: 'Forbidden' }));
  test('needs a member', () =>
    expect(report({ onBehalfOfUserGuid: guidOf(4) }, {}, clerk)).toMatchObject({ refused: 'MissingMember' }));
  test('names oneself without a permission', () =>
    expect(accepted(report({ onBehalfOfUserGuid: reporter.userGuid }))).toMatchObject({
      reporterGuid: reporter.userGuid,
    }));
});

describe('a quick report', () => {
  const quick = { isQuick: true, components: [], reportingGroupGuid: null };
  const [group] = nearMissForm.groups;
  test('may leave its answers and the reporting group open, and says so', () =>
    expect(accepted(report(quick))).toMatchObject({ isQuick: true, components: [], reportingGroupGuid: null }));
  test('is judged in all that it says', () => {
    expect(
      errors(
        report({ ...quick, worksiteGuid: null, occurrenceDate: '2026-04-01', reportingGroupGuid: archivedGroupGuid }),
      ),
    ).toEqual([
      'occurrenceDate MalformedDate',
      'worksiteGuid MissingRelatedEntity',
      'reportingGroupGuid ReportingGroupNotFound',
    ]);
    expect(
      errors(
        report({
          ...quick,
          components: [
            { groupGuid: group!.groupGuid, answers: [{ questionGuid: group!.questions[0]!.questionGuid, value: 7 }] },
          ],
        }),
      ),
    ).toEqual(['components.0.answers.0.value MalformedEventField']);
  });
  test('requires injured persons where its form does', () =>
    expect(report(quick, { form: injuryForm })).toMatchObject({
      refused: 'AttemptedToReportInjuryWithoutAtLeastOneInjuredPerson',
    }));
  test('is refused where nobody is to look at it', () =>
    expect(errors(report(quick, { form: { ...nearMissForm, eventWorkflow: 'NONE' } }))).toEqual([
      'isQuick MalformedRequest',
    ]));
});

describe('where it happened', () => {
  const nowhere = { worksiteGuid: null };
  const messages = (decision: ReturnType<typeof report>) =>
    isRefusal(decision) ? decision.fieldErrors?.map(({ message }) => message) : 'accepted';
  test('is a worksite where there are some', () =>
    expect(messages(report(nowhere))).toEqual(['Worksite is required field']));
  test('may be elsewhere, with a region and a location', () =>
    expect(accepted(report({ ...nowhere, regionGuid: albertaGuid, location: 'Highway 2' }))).toMatchObject({
      worksiteGuid: null,
      regionGuid: albertaGuid,
      location: 'Highway 2',
    }));
  test('elsewhere needs the region', () =>
    expect(report({ ...nowhere, location: 'Highway 2' })).toMatchObject({
      refused: 'MissingRegion',
      fieldErrors: [{ message: 'Please select the region event occurred in' }],
    }));
  test('elsewhere needs the location', () =>
    expect(report({ ...nowhere, regionGuid: albertaGuid, location: '' })).toMatchObject({
      refused: 'MalformedLocation',
      fieldErrors: [{ message: 'Please enter the location of the event' }],
    }));
  test.each([
    ['WORKSITES are off', { hasWorksites: false }],
    ['there is no worksite yet', { worksites: new Map() }],
  ])('is a region and a location where %s', (_, more) =>
    expect(messages(report(nowhere, more))).toEqual([
      'Please select the region event occurred in',
      'Please enter the location of the event',
    ]),
  );
  test('must exist', () => {
    expect(errors(report({ worksiteGuid: guidOf(999) }))).toEqual(['worksiteGuid WorksiteNotFound']);
    expect(errors(report({ worksiteGuid: archivedWorksiteGuid }))).toEqual(['worksiteGuid WorksiteNotFound']);
    expect(errors(report({ worksiteGuid: null, regionGuid: guidOf(998), location: 'Yard' }))).toEqual([
      'regionGuid RegionNotFound',
    ]);
  });
  test('takes its region from the worksite', () =>
    expect(accepted(report({ regionGuid: albertaGuid }))).toMatchObject({ regionGuid: null }));
  test('a worksite that does not exist is reported last, with its own error class: after malformed fields and missing permissions', () => {
    expect(report({ worksiteGuid: guidOf(999) })).toMatchObject({ refused: 'WorksiteNotFound' });
    expect(report({ worksiteGuid: guidOf(999), reportingGroupGuid: null })).toMatchObject({
      refused: 'MissingRelatedEntity',
      fieldErrors: [{ className: 'WorksiteNotFound' }, { className: 'MissingRelatedEntity' }],
    });
    expect(report({ worksiteGuid: guidOf(999), onBehalfOfUserGuid: guidOf(3) })).toMatchObject({
      refused: 'Forbidden',
    });
  });
  test('gives the zone: the worksite’s, else the organization’s', () => {
    expect(accepted(report({ worksiteGuid: worksiteInSydneyGuid })).timeZone).toBe('Australia/Sydney');
    expect(accepted(report()).timeZone).toBe('America/Edmonton');
  });
});

describe('the reporting group', () => {
  test('is demanded where there are some', () =>
    expect(errors(report({ reportingGroupGuid: null }))).toEqual(['reportingGroupGuid MissingRelatedEntity']));
  test.each([
    ['REPORTING_GROUPS are off', { hasReportingGroups: false }],
    [
      'all are archived',
      {
        reportingGroups: new Map([
          [archivedGroupGuid, { status: 'ARCHIVED' as const, reassignedToGuid: null, revision: 2 }],
        ]),
      },
    ],
  ])('is not demanded where %s', (_, more) =>
    expect(errors(report({ reportingGroupGuid: null }, more))).toBe('accepted'),
  );
  test.each([
    ['unknown', guidOf(999)],
    ['archived', archivedGroupGuid],
  ])('cannot be an %s one', (_, guid) =>
    expect(errors(report({ reportingGroupGuid: guid }))).toEqual(['reportingGroupGuid ReportingGroupNotFound']),
  );
  test('is the replacement of an archived one that is still named', () =>
    expect(accepted(report({ reportingGroupGuid: reassignedGroupGuid })).reportingGroupGuid).toBe(reportingGroupGuid));
  test('is stored', () => expect(accepted(report()).reportingGroupGuid).toBe(reportingGroupGuid));
});

describe('when it happened', () => {
  test('is judged by the clocks at the place', () => {
    // 23:00 UTC is 16:00 in Edmonton, and 10:00 of the next day in Sydney.
    expect(errors(report({ occurrenceDate: '2026-03-02', occurrenceTime: '16:01' }))).toEqual([
      'occurrenceDate MalformedDate',
    ]);
    expect(errors(report({ occurrenceDate: '2026-03-02', occurrenceTime: '16:00' }))).toBe('accepted');
    expect(
      errors(report({ occurrenceDate: '2026-03-03', occurrenceTime: '10:00', worksiteGuid: worksiteInSydneyGuid })),
    ).toBe('accepted');
    expect(errors(report({ occurrenceDate: '2026-03-03', occurrenceTime: null }))).toEqual([
      'occurrenceDate MalformedDate',
    ]);
  });
});

describe('when it was reported', () => {
  test.each([
    ['five minutes ahead at most', { at: '2026-03-02T23:05:00Z' }, 'accepted'],
    ['not more', { at: '2026-03-02T23:05:00.001Z' }, ['at MalformedDate']],
    // 06:59 UTC on the second is 23:59 on the first in Edmonton.
    [
      'on the day of the event, as the clocks at the place show it',
      { occurrenceDate: '2026-03-02', occurrenceTime: null, at: '2026-03-02T07:00:00Z' },
      'accepted',
    ],
    [
      'not on the day before',
      { occurrenceDate: '2026-03-02', occurrenceTime: null, at: '2026-03-02T06:59:59Z' },
      ['at MalformedDate'],
    ],
    // In Sydney the third begins at 13:00 UTC on the second.
    [
      'which is another moment elsewhere',
      {
        occurrenceDate: '2026-03-03',
        occurrenceTime: null,
        worksiteGuid: worksiteInSydneyGuid,
        at: '2026-03-02T13:00:00Z',
      },
      'accepted',
    ],
    [
      'and not before it there',
      {
        occurrenceDate: '2026-03-03',
        occurrenceTime: null,
        worksiteGuid: worksiteInSydneyGuid,
        at: '2026-03-02T12:59:00Z',
      },
      ['at MalformedDate'],
    ],
    ['not in a year that nobody meant', { at: '1900-01-01T00:00:00Z' }, ['at MalformedDate']],
  ])('is %s', (_, changed, expected) => expect(errors(report(changed))).toEqual(expected));
});

describe('an injury', () => {
  const injury = {
    formGuid: injuryForm.formGuid,
    components: [
      {
        groupGuid: injuryForm.groups[0]!.groupGuid,
        answers: [{ questionGuid: injuryForm.groups[0]!.questions[0]!.questionGuid, value: false }],
      },
    ],
  };
  const anna = { name: 'Anna', personType: 'EMPLOYEE' as const, nature: '111', bodyPart: '113' };
  test('needs an injured person', () =>
    expect(report(injury, { form: injuryForm })).toMatchObject({
      refused: 'AttemptedToReportInjuryWithoutAtLeastOneInjuredPerson',
      fieldErrors: [{ message: 'Your event must have at least one injured person' }],
    }));
  test('gives the injured and the others guids of their own', () =>
    expect(
      accepted(report({ ...injury, injuredPersons: [anna], relatedPersons: [{ name: 'Ben' }] }, { form: injuryForm })),
    ).toMatchObject({
      injuredPersons: [{ injuredPersonGuid: guidOf(500), name: 'Anna', classification: null }],
      relatedPersons: [{ relatedPersonGuid: guidOf(501), name: 'Ben', emailAddress: null, role: null }],
    }));
  test('takes the codes of OIICS only', () =>
    expect(
      errors(
        report(
          { ...injury, injuredPersons: [{ ...anna, nature: '9', bodyPart: '0000', source: '0001', event: '00' }] },
          { form: injuryForm },
        ),
      ),
    ).toEqual(
      ['nature', 'bodyPart', 'source', 'event'].map((field) => `injuredPersons.0.${field} MalformedEventField`),
    ));
  test('takes accounts of members only', () =>
    expect(
      errors(
        report(
          {
            ...injury,
            injuredPersons: [
              { ...anna, userAccountGuid: guidOf(3) },
              { ...anna, userAccountGuid: guidOf(77) },
            ],
          },
          { form: injuryForm },
        ),
      ),
    ).toEqual(['injuredPersons.1.userAccountGuid MissingUserAccount']));
  test('has nobody twice', () =>
    expect(
      errors(
        report(
          {
            ...injury,
            injuredPersons: [
              { ...anna, injuredPersonGuid: guidOf(50) },
              { ...anna, injuredPersonGuid: guidOf(50) },
            ],
          },
          { form: injuryForm },
        ),
      ),
    ).toEqual(['injuredPersons.1.injuredPersonGuid MalformedEventField']));
});

describe('answers to the form', () => {
  const { groupGuid } = nearMissForm.groups[0]!;
  const [worst, before, third] = nearMissForm.groups[0]!.questions;
  const answering = (
    ...answers: [Question, ReportIncidentRequest['components'][number]['answers'][number]['value']][]
  ) => [{ groupGuid, answers: answers.map(([{ questionGuid }, value]) => ({ questionGuid, value })) }];
  test('are demanded', () =>
    expect(report({ components: [] })).toMatchObject({ refused: 'EmptyEventComponentsArray' }));
  test('belong to its groups', () =>
    expect(errors(report({ components: [...components, { groupGuid: guidOf(70), answers: [] }] }))).toEqual([
      'components.1.groupGuid MalformedEventField',
    ]));
  test('belong to its questions', () =>
    expect(
      errors(
        report({
          components: [{ groupGuid, answers: [...components[0]!.answers, { questionGuid: guidOf(71), value: 'x' }] }],
        }),
      ),
    ).toEqual(['components.0.answers.2.questionGuid MalformedEventField']));
  test('come once', () =>
    expect(errors(report({ components: answering([worst!, 'FATALITY'], [worst!, 'FIRST_AID']) }))).toEqual([
      'components.0.answers.1.questionGuid MalformedEventField',
    ]));
  test.each([
    ['missing', answering([before!, true])],
    ['null', answering([worst!, null])],
    ['blank', answering([worst!, ''])],
  ])('to required questions cannot be %s', (_, given) =>
    expect(report({ components: given })).toMatchObject({ refused: 'MalformedEventField' }),
  );
  test('are among the options', () =>
    expect(errors(report({ components: answering([worst!, 'BAD_LUCK']) }))).toEqual([
      'components.0.answers.0.value MalformedEventField',
    ]));
  test('have the type of the question', () =>
    expect(errors(report({ components: answering([worst!, 'FATALITY'], [before!, 'yes'], [third!, 7]) }))).toEqual([
      'components.0.answers.1.value MalformedEventField',
      'components.0.answers.2.value MalformedEventField',
    ]));

  describe('of a form with every type of question', () => {
    let version = 100;
    const asked = (
      question: Partial<Question> & Pick<Question, 'type'>,
      value: unknown,
      more: { question: Partial<Question>; value?: unknown }[] = [],
    ) => {
      const questions = [{ question, value }, ...more].map(({ question: draft }, index) => ({
        questionGuid: guidOf(800 + index),
        groupGuid,
        text: '',
        moreInfo: null,
        required: false,
        options: [],
        min: null,
        max: null,
        dateLimit: null,
        showIf: null,
        sortOrder: index,
        type: 'TEXT' as const,
        ...draft,
      }));
      const form: Form = { ...nearMissForm, version: version++, groups: [{ ...nearMissForm.groups[0]!, questions }] };
      const answers = [{ value }, ...more].flatMap((answer, index) =>
        'value' in answer ? [{ questionGuid: guidOf(800 + index), value: answer.value as never }] : [],
      );
      return errors(
        report(
          {
            components: [{ groupGuid, answers }],
            awaitedAttachments: [{ attachmentGuid: guidOf(60), name: 'Sling.jpg', size: 9 }],
          },
          { form },
        ),
      );
    };
    const options = [
      { value: 'A', label: 'a' },
      { value: 'B', label: 'b' },
    ];
    const taken: [Partial<Question> & Pick<Question, 'type'>, unknown][] = [
      [{ type: 'TEXT', min: 2, max: 3 }, 'abc'],
      [{ type: 'LONG_TEXT' }, 'x'.repeat(5000)],
      [{ type: 'INTEGER', min: 0, max: 250 }, 250],
      [{ type: 'DECIMAL', min: 0 }, 0.5],
      [{ type: 'YES_NO' }, false],
      [{ type: 'CHOICE', options }, 'B'],
      [{ type: 'MULTI_CHOICE', options }, ['B', 'A']],
      [{ type: 'DATE', dateLimit: 'PAST_ONLY' }, '2026-03-02'],
      [{ type: 'DATE', dateLimit: 'FUTURE_ONLY' }, '2026-03-02'],
      [{ type: 'TIME' }, '23:59'],
      [{ type: 'DATE_TIME', dateLimit: 'PAST_ONLY' }, '2026-03-02T16:00'],
      [{ type: 'PERSON' }, guidOf(2)],
      [{ type: 'LOCATION' }, worksiteGuid],
      [{ type: 'LOCATION' }, albertaGuid],
      [{ type: 'RISK' }, { severity: 5, likelihood: 5 }],
      [{ type: 'ATTACHMENT' }, [guidOf(60)]],
      [{ type: 'SIGNATURE' }, { name: 'Anna' }],
      [{ type: 'INFO', required: true }, null],
    ];
    test.each(taken)('%j takes %j', (question, value) => expect(asked(question, value)).toBe('accepted'));
    const refused: [Partial<Question> & Pick<Question, 'type'>, unknown][] = [
      [{ type: 'TEXT', min: 2 }, 'a'],
      [{ type: 'TEXT' }, 'x'.repeat(1001)],
      [{ type: 'INTEGER', max: 250 }, 251],
      [{ type: 'INTEGER' }, 1.5],
      [{ type: 'DECIMAL', min: 0 }, -0.1],
      [{ type: 'YES_NO' }, 'true'],
      [{ type: 'CHOICE', options }, 'C'],
      [{ type: 'CHOICE' }, 'A'],
      [{ type: 'MULTI_CHOICE', options }, ['A', 'A']],
      [{ type: 'MULTI_CHOICE', options }, 'A'],
      [{ type: 'DATE' }, '2026-02-30'],
      [{ type: 'DATE', dateLimit: 'PAST_ONLY' }, '2026-03-03'],
      [{ type: 'DATE', dateLimit: 'FUTURE_ONLY' }, '2026-03-01'],
      [{ type: 'TIME' }, '24:00'],
      [{ type: 'DATE_TIME' }, '2026-02-30T10:00'],
      [{ type: 'DATE_TIME', dateLimit: 'PAST_ONLY' }, '2026-03-02T16:01'],
      [{ type: 'DATE_TIME', dateLimit: 'FUTURE_ONLY' }, '2026-03-02T15:59'],
      [{ type: 'RISK' }, 25],
      [{ type: 'INFO' }, 'x'],
      [{ type: 'PERSON' }, guidOf(77)],
      [{ type: 'PERSON' }, 'injured/0'],
      [{ type: 'LOCATION' }, guidOf(77)],
      [{ type: 'ATTACHMENT' }, [guidOf(60), guidOf(61)]],
      [{ type: 'INJURED_PERSONS' }, [guidOf(2)]],
    ];
    test.each(refused)('%j does not take %j', (question, value) =>
      expect(asked(question, value)).toEqual(['components.0.answers.0.value MalformedEventField']),
    );

    const parent = { type: 'YES_NO' as const };
    const child = { required: true, showIf: { question: guidOf(800), operator: 'EQUALS' as const, value: true } };
    test('a required question that showIf hides may stay open', () =>
      expect(asked(parent, false, [{ question: child }])).toBe('accepted'));
    test('a question that showIf hides takes no answer', () =>
      expect(asked(parent, false, [{ question: child, value: 'So' }])).toEqual([
        'components.0.answers.1.value MalformedEventField',
      ]));
    test('a required question that showIf shows may not', () =>
      expect(asked(parent, true, [{ question: child }])).toEqual(['components.0.answers MalformedEventField']));
    test('a question that depends on a hidden one is hidden', () =>
      expect(
        asked(parent, false, [
          { question: child },
          { question: { required: true, showIf: { question: guidOf(801), operator: 'NOT_EQUALS', value: 'x' } } },
        ]),
      ).toBe('accepted'));
    test.each([
      [['A'], 'accepted'],
      [['A', 'B'], ['components.0.answers MalformedEventField']],
    ])('INCLUDES looks into %j', (chosen, expected) =>
      expect(
        asked({ type: 'MULTI_CHOICE', options }, chosen, [
          { question: { required: true, showIf: { question: guidOf(800), operator: 'INCLUDES', value: 'B' } } },
        ]),
      ).toEqual(expected),
    );
  });

  test('of the motor vehicle form bound the speed', () => {
    const { groupGuid: vehicle, questions } = motorVehicleForm.groups[0]!;
    const given = [
      {
        groupGuid: vehicle,
        answers: [
          { questionGuid: questions[0]!.questionGuid, value: 'ROLLOVER' },
          { questionGuid: questions[2]!.questionGuid, value: 251 },
        ],
      },
    ];
    expect(report({ components: given }, { form: motorVehicleForm })).toMatchObject({
      fieldErrors: [{ field: 'components.0.answers.1.value', message: 'The value you specified is too large' }],
    });
  });
});

describe('a guid that a request gives a person', () => {
  const group = nearMissForm.groups[0]!;
  const question = (type: 'PERSON' | 'INJURED_PERSONS', number: number) => ({
    ...group.questions[2]!,
    type,
    questionGuid: guidOf(number),
    text: 'Who?',
  });
  const form = {
    ...nearMissForm,
    version: 2,
    groups: [{ ...group, questions: [...group.questions, question('PERSON', 701), question('INJURED_PERSONS', 702)] }],
  };
  const [ann, ben] = [
    { injuredPersonGuid: guidOf(51), name: 'Ann', personType: 'EMPLOYEE' as const },
    { relatedPersonGuid: guidOf(52), name: 'Ben' },
  ];
  const answering = (...more: { questionGuid: string; value: string | string[] }[]) => [
    { groupGuid: group.groupGuid, answers: [...components[0]!.answers, ...more] },
  ];

  test('is a local name, which its answers may use; the stored guid is ours', () => {
    const reported = report(
      {
        injuredPersons: [ann],
        relatedPersons: [ben],
        components: answering(
          { questionGuid: guidOf(701), value: guidOf(52) },
          { questionGuid: guidOf(702), value: [guidOf(51).toUpperCase()] },
        ),
      },
      { form },
    );
    const {
      injuredPersons,
      relatedPersons,
      components: [component],
    } = accepted(reported);
    expect([injuredPersons[0]!.injuredPersonGuid, relatedPersons[0]!.relatedPersonGuid]).not.toEqual([
      guidOf(51),
      guidOf(52),
    ]);
    expect(component!.answers.slice(-2).map(({ value }) => value)).toEqual([
      relatedPersons[0]!.relatedPersonGuid,
      [injuredPersons[0]!.injuredPersonGuid],
    ]);
    expect(JSON.stringify(reported)).not.toMatch(new RegExp(`${guidOf(51)}|${guidOf(52)}`));
  });
  test('is not needed: they may be named by their place in its lists', () => {
    const unnamed = {
      injuredPersons: [{ name: 'Ann', personType: 'EMPLOYEE' as const }],
      relatedPersons: [{ name: 'Ben' }, { name: 'Cy' }],
    };
    const reported = report(
      {
        ...unnamed,
        components: answering(
          { questionGuid: guidOf(701), value: 'related/1' },
          { questionGuid: guidOf(702), value: ['injured/0'] },
        ),
      },
      { form },
    );
    const {
      injuredPersons,
      relatedPersons,
      components: [component],
    } = accepted(reported);
    expect(component!.answers.slice(-2).map(({ value }) => value)).toEqual([
      relatedPersons[1]!.relatedPersonGuid,
      [injuredPersons[0]!.injuredPersonGuid],
    ]);
  });
  test('names one person', () =>
    expect(
      errors(report({ injuredPersons: [ann], relatedPersons: [{ ...ben, relatedPersonGuid: guidOf(51) }] })),
    ).toEqual(['relatedPersons.0.relatedPersonGuid MalformedEventField']));
  test('cannot be answered with where it names nobody', () =>
    expect(
      errors(
        report(
          { injuredPersons: [ann], components: answering({ questionGuid: guidOf(702), value: [guidOf(53)] }) },
          { form },
        ),
      ),
    ).toEqual(['components.0.answers.2.value MalformedEventField']));
});

describe('who signs', () => {
  const group = nearMissForm.groups[0]!;
  const form = {
    ...nearMissForm,
    version: 3,
    groups: [
      {
        ...group,
        questions: [
          { ...group.questions[2]!, type: 'SIGNATURE' as const },
          { ...group.questions[1]!, sortOrder: 1 },
        ],
      },
    ],
  };
  const signing = (answer: object) =>
    report(
      {
        components: [
          {
            groupGuid: group.groupGuid,
            answers: [{ questionGuid: group.questions[2]!.questionGuid, value: { name: 'anna lund' }, ...answer }],
          },
        ],
      },
      { form },
    );

  test('is stored with the signature, which is sealed with their key', () =>
    expect(accepted(signing({ signerGuid: guidOf(1) })).components[0]!.answers).toEqual([
      { questionGuid: group.questions[2]!.questionGuid, value: { name: 'anna lund' }, signerGuid: guidOf(1) },
    ]));
  test('is the person who answers, by their own name: nobody signs as another member', () => {
    expect(errors(signing({ signerGuid: guidOf(2), value: { name: 'Daniel Okafor' } }))).toEqual([
      'components.0.answers.0.signerGuid MalformedEventField',
    ]);
    expect(errors(signing({ signerGuid: guidOf(1), value: { name: 'Daniel Okafor' } }))).toEqual([
      'components.0.answers.0.value MalformedEventField',
    ]);
  });
  test('need not be a member: a name is enough', () =>
    expect(accepted(signing({})).components[0]!.answers[0]).not.toHaveProperty('signerGuid'));
  test('is a member where a guid is given', () =>
    expect(errors(signing({ signerGuid: guidOf(77) }))).toEqual(['components.0.answers.0.signerGuid MissingMember']));
  test('signs signatures and nothing else', () =>
    expect(
      errors(signing({ questionGuid: group.questions[1]!.questionGuid, value: true, signerGuid: guidOf(1) })),
    ).toEqual(['components.0.answers.0.signerGuid MalformedEventField']));
});
