import { mostUsedFirst } from './most-used-first.ts';

test('the form that most events were reported with comes first, and the others keep their order', () => {
  const forms = [
    { name: 'Hazard', eventCount: 3 },
    { name: 'Injury', eventCount: 0 },
    { name: 'Near miss', eventCount: 12 },
    { name: 'Property damage', eventCount: 0 },
    { name: 'Toolbox talk', eventCount: 3 },
  ];
  expect(mostUsedFirst(forms).map(({ name }) => name)).toEqual([
    'Near miss',
    'Hazard',
    'Toolbox talk',
    'Injury',
    'Property damage',
  ]);
});
