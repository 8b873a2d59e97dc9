import { alarmQuestions, hazardForm, injuryForm } from '@plimsoll/contracts/forms/built-in-forms';
import { alarmSettingsAnswer } from '../../../../lib/test/alarm-settings.ts';
import { guid } from '../../../../lib/test/stage.tsx';
import { emptyFields, noInjuredPerson, type EventFields, type Situation } from '../fields/event-fields.ts';
import { alarmText } from './judge.ts';

const now = new Date('2026-11-17T14:00:00Z');
const situation: Situation = { form: injuryForm, worksites: [], regions: [], reportingGroups: [], timeZone: 'UTC' };
const textOf = (change: Partial<EventFields>, where = situation, settings = alarmSettingsAnswer()) =>
  alarmText({ ...emptyFields(where, '2026-11-17'), ...change }, where, settings, now);

it.each<[string, Partial<EventFields>, string | null]>([
  ['nothing yet', {}, null],
  ['a call for someone', { isUrgent: true }, 'someone is needed now'],
  ['a death', { injuredPersons: [{ ...noInjuredPerson, classification: 'FATALITY' }] }, 'someone died'],
  ['lost time, a notice', { injuredPersons: [{ ...noInjuredPerson, classification: 'LOST_TIME' }] }, null],
  ['an answer', { answers: { [alarmQuestions.admittedToHospital]: true } }, 'someone was admitted to hospital'],
  [
    'two of them, by rank',
    { isUrgent: true, answers: { [alarmQuestions.partLost]: true } },
    'a part of the body or an eye was lost, someone is needed now',
  ],
  ['what happened long ago', { isUrgent: true, occurrenceDate: '2026-10-01' }, null],
])('says for %s whom it alerts', (_, change, names) => {
  expect(textOf(change)).toBe(names && `This alerts people at once: ${names}.`);
});

it('knows rules that are switched off, and those of the organization', () => {
  const shipped = alarmSettingsAnswer();
  const rules = shipped.rules.map((rule) => (rule.code === 'CALLED' ? { ...rule, isEnabled: false } : rule));
  expect(textOf({ isUrgent: true }, situation, { ...shipped, rules })).toBeNull();
  const own = {
    ruleGuid: guid(900),
    name: 'PPE missing',
    formGuid: hazardForm.formGuid,
    questionGuid: alarmQuestions.kindOfHazard,
    operator: 'EQUALS' as const,
    value: 'FIRE_OR_EXPLOSION',
    level: 'ALARM' as const,
    atOnce: 'FIRST' as const,
    isEnabled: true,
    isStale: false,
  };
  expect(
    textOf(
      { answers: { [alarmQuestions.kindOfHazard]: 'FIRE_OR_EXPLOSION' } },
      { ...situation, form: hazardForm },
      { ...shipped, ownRules: [own] },
    ),
  ).toBe('This alerts people at once: fire or explosion, “PPE missing”.');
});
