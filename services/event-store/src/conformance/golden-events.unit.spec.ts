import { ERASED } from '@plimsoll/contracts/kernel/erased';
import { goldenEvents } from './golden-events.ts';

describe('golden events', () => {
  const events = goldenEvents();

  test('are read whole and erased, and nothing personal is left in the erased ones', () => {
    expect(events.filter(({ whole, erased }) => whole.unreadable ?? erased.unreadable)).toEqual([]);
    const text = JSON.stringify(events.map(({ erased }) => erased));
    for (const words of [
      'Imogen',
      'Anders',
      'anders@example.org',
      'Two stitches',
      'two stitches',
      'Bay 4',
      'GLOVES',
      'Witness',
      'sealed:',
    ]) {
      if (words !== 'sealed:') expect(JSON.stringify(events.map(({ whole }) => whole))).toContain(words);
      expect(text).not.toContain(words);
    }
    const reported = events.find(({ name }) => name === 'IncidentReported.v1')!;
    expect(reported.erased.data).toMatchObject({
      description: ERASED,
      components: [{ answers: [{ value: null }, { value: null }, { value: null }] }],
      injuredPersons: [{ name: ERASED, daysRestricted: 2 }],
      form: { name: 'Injury' },
    });
    expect(reported.erased).toMatchObject({
      stream: { kind: 'incident' },
      revision: 1,
      number: 1,
      metadata: reported.whole.metadata,
    });
  });
});
