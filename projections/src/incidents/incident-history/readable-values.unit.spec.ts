import type { IncidentFacts, InjuredPersonFact } from '@plimsoll/contracts/incidents/events';
import { classificationTexts, personTypeTexts, riskBandTexts } from '@plimsoll/contracts/incidents/event-texts';
import { classifications, personTypes } from '@plimsoll/contracts/incidents/vocabulary';
import { factText, riskText } from './readable-values.ts';

const ann: InjuredPersonFact = {
  injuredPersonGuid: 'ann',
  name: 'Ann Ekström',
  userAccountGuid: null,
  personType: 'EMPLOYEE',
  classification: null,
  nature: null,
  bodyPart: null,
  source: null,
  event: null,
  treatment: null,
  daysAway: null,
  daysRestricted: null,
};
const formatted = (person: Partial<InjuredPersonFact>): string | null =>
  factText('injuredPersons', { injuredPersons: [{ ...ann, ...person }] } as unknown as IncidentFacts, new Map());

describe('the history says of an injured person what the page and the form say', () => {
  it.each(personTypes)('as %s', (personType) => {
    expect(formatted({ personType })).toBe(`Ann Ekström (${personTypeTexts[personType]})`);
  });

  it.each(classifications)('with the outcome %s', (classification) => {
    expect(formatted({ classification })).toBe(`Ann Ekström (Employee, ${classificationTexts[classification]})`);
  });

  it('with days, codes and treatment', () => {
    expect(formatted({ daysAway: 1, daysRestricted: 2, bodyPart: '420', treatment: 'Two stitches' })).toBe(
      'Ann Ekström (Employee, 1 day away, 2 days restricted, part of the body 420, treatment: Two stitches)',
    );
  });
});

it('the history names a risk as its badge does', () => {
  expect([0, 4, 9, 16, 25].map(riskText)).toEqual(
    Object.values(riskBandTexts).map((band, place) => `${band}, ${[0, 4, 9, 16, 25][place]}`),
  );
});
