import { contributionOf, NOTHING, type ContributingForm, type CountedPerson } from './contribution.ts';

const nearMiss: ContributingForm = {
  isLeading: false,
  trifContributor: false,
  ltifContributor: false,
  mvifContributor: false,
};
const injury: ContributingForm = { ...nearMiss, trifContributor: true };
const lostTime: ContributingForm = { ...nearMiss, ltifContributor: true };
const employee = (classification: CountedPerson['classification'] = null): CountedPerson => ({
  personType: 'EMPLOYEE',
  classification,
});
const lagging = { ...NOTHING, lagging: 1 };

test('an incident of a contributing form that names nobody is one case', () => {
  expect(contributionOf(injury, [])).toEqual({ ...lagging, trifCases: 1 });
  expect(contributionOf(nearMiss, [])).toEqual(lagging);
});

test('a form that counts as lost time counts as recordable as well', () => {
  expect(contributionOf(lostTime, [])).toEqual({ ...lagging, trifCases: 1, ltifCases: 1 });
});

test('cases are injured persons, not incidents', () => {
  expect(contributionOf(injury, [employee(), employee(), { personType: 'CONTRACTOR', classification: null }])).toEqual({
    ...lagging,
    trifCases: 3,
  });
});

test.each([
  ['FIRST_AID', 0, 0],
  ['MEDICAL_AID', 1, 0],
  ['RESTRICTED', 1, 0],
  ['LOST_TIME', 1, 1],
  ['FATALITY', 1, 1],
] as const)(
  "%s overrides the form's flags: %d recordable, %d lost-time cases",
  (classification, trifCases, ltifCases) => {
    for (const form of [nearMiss, injury, lostTime])
      expect(contributionOf(form, [employee(classification)])).toEqual({ ...lagging, trifCases, ltifCases });
  },
);

test('each person counts by their own classification', () => {
  expect(
    contributionOf(lostTime, [employee('FIRST_AID'), employee('MEDICAL_AID'), employee('FATALITY'), employee()]),
  ).toEqual({ ...lagging, trifCases: 3, ltifCases: 2 });
});

test('visitors and the public are not in the hours, and not in the cases', () => {
  expect(
    contributionOf(injury, [
      { personType: 'VISITOR', classification: 'FATALITY' },
      { personType: 'PUBLIC', classification: null },
    ]),
  ).toEqual(lagging);
  expect(contributionOf(injury, [{ personType: 'VISITOR', classification: null }, employee()])).toEqual({
    ...lagging,
    trifCases: 1,
  });
});

test('vehicle incidents are counted as incidents, however many are hurt', () => {
  const vehicle = { ...injury, mvifContributor: true };
  expect(contributionOf(vehicle, [employee('LOST_TIME'), employee('LOST_TIME')])).toEqual({
    ...lagging,
    trifCases: 2,
    ltifCases: 2,
    mvifCases: 1,
  });
  expect(contributionOf(vehicle, [{ personType: 'VISITOR', classification: null }])).toEqual({
    ...lagging,
    mvifCases: 1,
  });
});

test('a leading form never counts towards a rate, whatever its flags and whoever is named', () => {
  const leading = { isLeading: true, trifContributor: true, ltifContributor: true, mvifContributor: true };
  expect(contributionOf(leading, [])).toEqual({ ...NOTHING, leading: 1 });
  expect(contributionOf(leading, [employee('FATALITY')])).toEqual({ ...NOTHING, leading: 1 });
});
