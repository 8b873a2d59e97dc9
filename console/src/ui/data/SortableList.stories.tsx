import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { Badge } from '../feedback/Badge.tsx';
import { SortableItem, SortableList } from './SortableList.tsx';

const meta = { component: SortableList } satisfies Meta<typeof SortableList>;
export default meta;
type Story = StoryObj<typeof meta>;

function People() {
  const [people, setPeople] = useState(['Daniel Okafor', 'Priya Raman', 'Mei Tanaka']);
  return (
    <SortableList label="Call list" ids={people} onOrder={setPeople}>
      {people.map((person) => (
        <SortableItem
          key={person}
          id={person}
          name={person}
          title={
            <>
              {person} {person === 'Mei Tanaka' && <Badge tone="asks">Cannot see injuries</Badge>}
            </>
          }
          onRemove={() => setPeople(people.filter((each) => each !== person))}
        />
      ))}
    </SortableList>
  );
}

export const OfPeople: Story = {
  args: { ids: [], onOrder: () => undefined, children: null },
  render: () => <People />,
};
