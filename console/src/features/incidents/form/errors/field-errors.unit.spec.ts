import { injuryForm, motorVehicleForm, nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import type { Form } from '@plimsoll/contracts/forms/form';
import { reportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { textOfIssue } from '@plimsoll/contracts/errors/issue-text';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { get } from 'react-hook-form';
import { acheson } from '../../test/stage.tsx';
import {
  emptyFields,
  noInjuredPerson,
  noRelatedPerson,
  OTHER,
  reportOf,
  type EventFields,
  type Situation,
} from '../fields/event-fields.ts';
import { errorsOf } from './field-errors.ts';

const now = new Date('2026-11-17T14:00:00Z');
const situation = (form: Form, change: Partial<Situation> = {}): Situation => ({
  form,
  worksites: [acheson],
  regions,
  reportingGroups: [],
  timeZone: 'America/Edmonton',
  ...change,
});
const filled = (form: Form, change: Partial<EventFields> = {}): EventFields => ({
  ...emptyFields(situation(form), '2026-11-17'),
  description: 'A pallet fell.',
  worksite: acheson.guid,
  ...change,
});
const messages = (fields: EventFields, around: Situation) =>
  errorsOf(fields, around, now).map(({ field, message }) => `${field}: ${message}`);
const [happened, vehicle, speed, otherParty, policeFile] = motorVehicleForm.groups[0]!.questions.map(
  ({ questionGuid }) => questionGuid,
) as [string, string, string, string, string];
const worst = nearMissForm.groups[0]!.questions[0]!.questionGuid;
const hospital = injuryForm.groups[0]!.questions[0]!.questionGuid;

describe('the place', () => {
  it('is a worksite if the organization has any', () => {
    expect(
      messages(filled(nearMissForm, { worksite: '', answers: { [worst]: 'FIRST_AID' } }), situation(nearMissForm)),
    ).toEqual(['worksite: Worksite is required field']);
  });

  it('is a region and a location when it is another place, or when there are no worksites', () => {
    const both = [
      'regionGuid: Please select the region event occurred in',
      'location: Please enter the location of the event',
    ];
    expect(
      messages(filled(nearMissForm, { worksite: OTHER, answers: { [worst]: 'FIRST_AID' } }), situation(nearMissForm)),
    ).toEqual(both);
    const without = situation(nearMissForm, { worksites: [] });
    expect(
      messages(
        { ...emptyFields(without, '2026-11-17'), description: 'A pallet fell.', answers: { [worst]: 'FIRST_AID' } },
        without,
      ),
    ).toEqual(both);
  });
});

describe('the date and time', () => {
  const on = (occurrenceDate: string, occurrenceTime = '') =>
    messages(
      filled(nearMissForm, { occurrenceDate, occurrenceTime, answers: { [worst]: 'FIRST_AID' } }),
      situation(nearMissForm),
    );

  it("is never in the future, by the clocks of the place and not by the reader's", () => {
    expect(on('2026-11-18')).toEqual(['occurrenceDate: The date cannot be in the future']);
    // 14:00 UTC is the morning of the same day in Alberta, before nine o'clock.
    expect(on('2026-11-17', '09:00')).toEqual(['occurrenceTime: The time cannot be in the future']);
    expect(on('2026-11-17', '06:00')).toEqual([]);
  });

  it('is a day', () => {
    expect(on('')).toEqual(['occurrenceDate: Please enter a date']);
  });
});

describe('an injury', () => {
  it('has at least one injured person, with a name', () => {
    const answers = { [hospital]: false };
    expect(messages(filled(injuryForm, { injuredPersons: [], answers }), situation(injuryForm))).toEqual([
      'injuredPersons: Your event must have at least one injured person',
    ]);
    expect(messages(filled(injuryForm, { answers }), situation(injuryForm))).toEqual([
      "injuredPersons.0.name: Full name can't be blank",
    ]);
  });

  it.each([
    ['two', 'Numeric characters only'],
    ['-1', 'Must be zero or greater'],
    ['1.5', 'Number cannot include decimal places'],
    ['1000000', 'The value you specified is too large'],
  ])('does not take %s as days away', (daysAway, message) => {
    expect(
      messages(
        filled(injuryForm, {
          injuredPersons: [{ ...noInjuredPerson, name: 'Luis Herrera', daysAway }],
          answers: { [hospital]: false },
        }),
        situation(injuryForm),
      ),
    ).toEqual([`injuredPersons.0.daysAway: ${message}`]);
  });
});

describe('errors that the API also finds', () => {
  const hurt = (change: Partial<typeof noInjuredPerson>) => ({
    injuredPersons: [{ ...noInjuredPerson, name: 'Luis Herrera', ...change }],
  });
  const witness = (change: Partial<typeof noRelatedPerson>) => ({
    relatedPersons: [{ ...noRelatedPerson, name: 'Mei Tanaka', ...change }],
  });
  const elsewhere = { worksite: OTHER, regionGuid: regions[0]!.guid };

  it.each<[string, Partial<EventFields>]>([
    ['no description', { description: ' ' }],
    ['a description that is too long', { description: 'x'.repeat(100_001) }],
    ['a location that is too long', { ...elsewhere, location: 'x'.repeat(1001) }],
    ['a day that does not exist', { occurrenceDate: '2026-02-30' }],
    ['a name that is missing', hurt({ name: ' ' })],
    ['a name that is too long', witness({ name: 'x'.repeat(201) })],
    ['an email address that is none', witness({ emailAddress: 'mei' })],
    ['days below zero', hurt({ daysAway: '-1' })],
    ['half a day', hurt({ daysRestricted: '1.5' })],
    ['more days than there are', hurt({ daysAway: '1000000' })],
  ])('have the same text: %s', (_, change) => {
    const fields = filled(nearMissForm, { answers: { [worst]: 'FIRST_AID' }, ...change });
    const report = reportOf(fields, nearMissForm, acheson.guid);
    const apiErrors = reportIncidentRequest
      .safeParse(report)
      .error?.issues.map(
        (issue) => `${issue.path.join('.')}: ${textOfIssue(issue, get(report, issue.path.join('.')))}`,
      );
    expect(apiErrors).toHaveLength(1);
    expect(messages(fields, situation(nearMissForm))).toEqual(apiErrors);
  });
});

describe('the questions of a form', () => {
  it('that are required block the report, named by their text', () => {
    expect(messages(filled(nearMissForm), situation(nearMissForm))).toEqual([
      `answers.${worst}: Answer “What was the worst that could have happened?”`,
    ]);
  });

  it('take numbers within their bounds', () => {
    const at = (typed: string) =>
      messages(
        filled(motorVehicleForm, { answers: { [happened]: 'ROLLOVER', [speed]: typed } }),
        situation(motorVehicleForm),
      );
    expect(at('fast')).toEqual([`answers.${speed}: Numeric characters only`]);
    expect(at('1,2')).toEqual([`answers.${speed}: Please enter a number`]);
    expect(at('251')).toEqual([`answers.${speed}: The value you specified is too large`]);
    expect(at('62.5')).toEqual([`answers.${speed}: Number cannot include decimal places`]);
    expect(at('62')).toEqual([]);
  });

  it('that are hidden by showIf are not sent, even when they were answered before', () => {
    const report = (party: boolean) =>
      reportOf(
        filled(motorVehicleForm, {
          answers: {
            [happened]: 'ROLLOVER',
            [vehicle]: 'Unit 7',
            [speed]: '62',
            [otherParty]: party,
            [policeFile]: 'F-1',
          },
        }),
        motorVehicleForm,
        'organization',
      );
    expect(report(true).components[0]!.answers).toContainEqual({ questionGuid: policeFile, value: 'F-1' });
    expect(report(false).components[0]!.answers.map(({ questionGuid }) => questionGuid)).toEqual([
      happened,
      vehicle,
      speed,
      otherParty,
    ]);
    expect(report(false).components[0]!.answers).toContainEqual({ questionGuid: speed, value: 62 });
  });
});
