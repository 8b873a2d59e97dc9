import {
  alarmQuestions as question,
  builtInForms,
  environmentalReleaseForm,
  hazardForm,
  injuryForm,
  motorVehicleForm,
  nearMissForm,
} from '../forms/built-in-forms.ts';
import type { AnswerValue } from '../forms/answer-value.ts';
import type { Form } from '../forms/form.ts';
import { alarmCodes, alarmRules, isRecentEnough, shippedRulesMet, type AlarmCode, type AlarmFacts } from './rules.ts';

type Answered = readonly (readonly [questionGuid: string, value: AnswerValue])[];
const facts = (more: Partial<AlarmFacts> = {}, answers: Answered = []): AlarmFacts => ({
  injuredPersons: [],
  components: [{ answers: answers.map(([questionGuid, value]) => ({ questionGuid, value })) }],
  isCalled: false,
  severity: null,
  likelihood: null,
  ...more,
});
const hurt = (more: Partial<AlarmFacts['injuredPersons'][number]> = {}) =>
  facts({ injuredPersons: [{ classification: 'MEDICAL_AID', nature: null, event: null, ...more }] });
const answered = (...answers: Answered) => facts({}, answers);

describe('each rule is met alone, and by nothing less', () => {
  test.each<[AlarmCode, met: AlarmFacts, missed: AlarmFacts]>([
    ['DEATH', hurt({ classification: 'FATALITY' }), hurt({ classification: 'RESTRICTED' })],
    ['LOST_PART', answered([question.partLost, true]), answered([question.partLost, false])],
    ['LOST_PART', hurt({ nature: '1311' }), hurt({ nature: '1321' })],
    ['UNCONSCIOUS', answered([question.lostConsciousness, true]), answered([question.lostConsciousness, false])],
    ['HOSPITAL', answered([question.admittedToHospital, true]), answered([question.admittedToHospital, false])],
    [
      'FIRE',
      answered([question.kindOfHazard, 'FIRE_OR_EXPLOSION'], [question.hazardMadeSafe, false]),
      answered([question.kindOfHazard, 'FIRE_OR_EXPLOSION'], [question.hazardMadeSafe, true]),
    ],
    [
      'FIRE',
      answered([question.kindOfHazard, 'FIRE_OR_EXPLOSION']),
      answered([question.kindOfHazard, 'ELECTRICITY'], [question.hazardMadeSafe, false]),
    ],
    ['FIRE', hurt({ event: '3191' }), hurt({ event: '4191' })],
    ['CALLED', facts({ isCalled: true }), facts()],
    [
      'COULD_HAVE_KILLED',
      answered([question.worstThatCouldHappen, 'FATALITY']),
      answered([question.worstThatCouldHappen, 'SERIOUS_INJURY']),
    ],
    ['EXTREME', facts({ severity: 4, likelihood: 5 }), facts({ severity: 4, likelihood: 4 })],
    [
      'EXTREME',
      answered(['any question', { severity: 5, likelihood: 4 }]),
      answered(['any question', { severity: 5, likelihood: 3 }]),
    ],
    ['RELEASE', answered([question.releaseStopped, false]), answered([question.releaseStopped, true])],
    ['RELEASE', answered([question.releasedInto, ['SOIL', 'DRAIN']]), answered([question.releasedInto, ['SOIL']])],
    ['RELEASE', answered([question.releasedInto, ['WATER']]), answered([question.releasedInto, []])],
    [
      'ROLLOVER',
      answered([question.kindOfVehicleIncident, 'ROLLOVER']),
      answered([question.kindOfVehicleIncident, 'REVERSING']),
    ],
    ['LOST_TIME', hurt({ classification: 'LOST_TIME' }), hurt({ classification: null })],
  ])('%s', (code, met, missed) => {
    expect(shippedRulesMet(met)).toEqual([code]);
    expect(shippedRulesMet(missed)).toEqual([]);
  });
});

test('the questions of the rules are those of the built-in forms that they mean', () => {
  const textOf = (form: Form, guid: string) =>
    form.groups.flatMap(({ questions }) => questions).find(({ questionGuid }) => questionGuid === guid)?.text;
  expect([
    textOf(injuryForm, question.lostConsciousness),
    textOf(injuryForm, question.admittedToHospital),
    textOf(injuryForm, question.partLost),
    textOf(nearMissForm, question.worstThatCouldHappen),
    textOf(motorVehicleForm, question.kindOfVehicleIncident),
    textOf(hazardForm, question.kindOfHazard),
    textOf(hazardForm, question.hazardMadeSafe),
    textOf(environmentalReleaseForm, question.releasedInto),
    textOf(environmentalReleaseForm, question.releaseStopped),
  ]).toEqual([
    'Did anyone lose consciousness?',
    'Was anyone admitted to hospital?',
    'Was any part of the body lost?',
    'What was the worst that could have happened?',
    'What happened?',
    'What kind of hazard is it?',
    'Has it been made safe for now?',
    'Where did it go?',
    'Has it been stopped?',
  ]);
});

test('choices that rules look for are options of their questions', () => {
  const options = new Map(
    builtInForms.flatMap(({ groups }) =>
      groups.flatMap(({ questions }) =>
        questions.map(({ questionGuid, options: of }) => [questionGuid, of.map(({ value }) => value)] as const),
      ),
    ),
  );
  expect(options.get(question.kindOfHazard)).toContain('FIRE_OR_EXPLOSION');
  expect(options.get(question.worstThatCouldHappen)).toContain('FATALITY');
  expect(options.get(question.kindOfVehicleIncident)).toContain('ROLLOVER');
  expect(options.get(question.releasedInto)).toEqual(expect.arrayContaining(['WATER', 'DRAIN']));
});

test('copies of built-in forms meet no rule by their answers, since their questions have other guids', () => {
  const copied = (guid: string) => guid.replace(/^01900000/, '0192f000');
  expect(
    shippedRulesMet(
      answered(
        [copied(question.admittedToHospital), true],
        [copied(question.worstThatCouldHappen), 'FATALITY'],
        [copied(question.releaseStopped), false],
      ),
    ),
  ).toEqual([]);
});

test('an event that meets several rules names them by their rank', () => {
  const several = { ...hurt({ classification: 'FATALITY', nature: '1311', event: '3111' }), isCalled: true };
  expect(shippedRulesMet(several)).toEqual(['DEATH', 'LOST_PART', 'FIRE', 'CALLED']);
});

test('rules that must be answered rank above those that are only told', () => {
  const levels = alarmCodes.map((code) => alarmRules[code].level);
  expect(levels).toEqual([...levels].sort());
});

test.each(['Pacific/Pago_Pago', 'America/Edmonton', 'UTC', 'Asia/Kathmandu', 'Pacific/Kiritimati'])(
  'facts about an event raise an alarm for 30 days by its own zone, and not a day longer: %s',
  (timeZone) => {
    const noon = new Date('2026-11-30T12:00:00Z');
    // At noon UTC it is another day already only beyond +12.
    const today = timeZone === 'Pacific/Kiritimati' ? 1 : 30;
    const month = timeZone === 'Pacific/Kiritimati' ? '12' : '11';
    expect(today).toBe(Number(new Intl.DateTimeFormat('en-CA', { timeZone, day: 'numeric' }).format(noon)));
    const last = month === '12' ? '2026-11-01' : '2026-10-31';
    const tooOld = month === '12' ? '2026-10-31' : '2026-10-30';
    expect(isRecentEnough({ occurrenceDate: last, timeZone }, noon)).toBe(true);
    expect(isRecentEnough({ occurrenceDate: tooOld, timeZone }, noon)).toBe(false);
  },
);
