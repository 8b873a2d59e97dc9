import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { incident } from '../test/stage.tsx';
import { amendmentOf, fieldsOf } from './fields/event-fields.ts';
import { mergeEdits, takeSide } from './merge-edits.ts';

const base = fieldsOf(incident());
const worst = nearMissForm.groups[0]!.questions[0]!.questionGuid;

describe('two people who change the same event', () => {
  it('each keep fields that only they have changed', () => {
    const merged = mergeEdits(
      base,
      { ...base, immediateActions: 'Aisle taped off.' },
      { ...base, description: 'Forklift struck Bay 4.' },
    );
    expect(merged).toMatchObject({
      fields: { immediateActions: 'Aisle taped off.', description: 'Forklift struck Bay 4.' },
      conflicts: [],
      taken: ['immediateActions'],
    });
  });

  it('see both versions of a field that both have changed, and mine is used until I choose', () => {
    const merged = mergeEdits(
      base,
      { ...base, answers: { [worst]: 'FATALITY' } },
      { ...base, answers: { [worst]: 'FIRST_AID' } },
    );
    expect(merged.conflicts).toEqual([{ field: `answers.${worst}`, mine: 'FIRST_AID', theirs: 'FATALITY' }]);
    expect(merged.fields.answers[worst]).toBe('FIRST_AID');
    expect(takeSide(merged.fields, merged.conflicts[0]!, 'theirs').answers[worst]).toBe('FATALITY');
  });

  it('have no conflict if both have typed the same', () => {
    const same = { ...base, description: 'Forklift struck Bay 4.' };
    expect(mergeEdits(base, same, same).conflicts).toEqual([]);
  });
});

describe('a change', () => {
  it('sends only the fields that differ', () => {
    expect(amendmentOf(base, { ...base, immediateActions: ' Aisle taped off. ' }, nearMissForm)).toEqual({
      immediateActions: 'Aisle taped off.',
    });
    expect(amendmentOf(base, base, nearMissForm)).toEqual({});
  });

  it('sends all of a place when a part of it differs', () => {
    const moved = { ...base, worksite: 'OTHER', regionGuid: 'alberta', location: 'Km 41' };
    expect(amendmentOf(base, moved, nearMissForm)).toEqual({
      worksiteGuid: null,
      regionGuid: 'alberta',
      location: 'Km 41',
    });
    expect(amendmentOf(moved, { ...moved, location: 'Km 42' }, nearMissForm)).toEqual({
      worksiteGuid: null,
      regionGuid: 'alberta',
      location: 'Km 42',
    });
  });
});
