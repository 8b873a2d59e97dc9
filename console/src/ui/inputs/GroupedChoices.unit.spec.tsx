import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { GroupedChoices, matchingGroups, type OptionGroup } from './GroupedChoices.tsx';

const groups: readonly OptionGroup[] = [
  {
    title: 'Agriculture, Forestry, Fishing and Hunting',
    options: [
      { value: 'logging', label: 'Logging', code: '113310' },
      { value: 'soy', label: 'Soybean Farming', code: '111110' },
    ],
  },
  {
    title: 'Mining, Quarrying, and Oil and Gas Extraction',
    options: [{ value: 'crude', label: 'Crude Petroleum Extraction', code: '211120' }],
  },
];

const found = (typed: string) =>
  matchingGroups(groups, typed).flatMap(({ options }) => options.map(({ value }) => value));

describe('what is found among options in groups', () => {
  it.each([
    ['a part of the name, in any case', 'LOGG', ['logging']],
    ['the code', '2111', ['crude']],
    ['the title of the group: all of its options', 'forestry', ['logging', 'soy']],
    ['words with anything between them that is no part of a word', 'crude-petroleum', ['crude']],
    ['a title as it runs over its commas', 'fishing and', ['logging', 'soy']],
    ['nothing, where nothing fits', 'violins', []],
    ['all, for marks alone', ' -- ', ['logging', 'soy', 'crude']],
  ])('is by %s', (_rule, typed, expected) => expect(found(typed)).toEqual(expected));
});

function Field() {
  const [value, setValue] = useState<string[]>([]);
  return (
    <GroupedChoices
      label="Industries"
      noun={['industry', 'industries']}
      groups={groups}
      value={value}
      onChange={setValue}
    />
  );
}

describe('choosing among options in groups', () => {
  it('what was chosen in one search is there in the next, and is taken out again', async () => {
    render(<Field />);
    const search = screen.getByRole('searchbox', { name: 'Search industries' });
    await userEvent.type(search, 'logging');
    await userEvent.click(screen.getByRole('checkbox', { name: /Logging/ }));
    await userEvent.clear(search);
    await userEvent.type(search, 'crude');
    await userEvent.click(screen.getByRole('checkbox', { name: /Crude/ }));
    const chosen = screen.getByRole('list', { name: '2 chosen' });
    expect(
      within(chosen)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['LoggingTake out', 'Crude Petroleum ExtractionTake out']);
    await userEvent.click(within(chosen).getByRole('button', { name: /Logging/ }));
    expect(within(screen.getByRole('list', { name: '1 chosen' })).getAllByRole('listitem')).toHaveLength(1);
  });

  it('a group that is folded says how many of it are chosen', async () => {
    render(<Field />);
    await userEvent.type(screen.getByRole('searchbox'), 'soy');
    await userEvent.click(screen.getByRole('checkbox', { name: /Soybean/ }));
    await userEvent.clear(screen.getByRole('searchbox'));
    expect(screen.getByText('1 of 2 chosen')).toBeTruthy();
  });
});
