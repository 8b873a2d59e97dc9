import { IconCloudOff } from '@tabler/icons-react';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { fn, screen } from 'storybook/test';
import { Banner } from '../feedback/Banner.tsx';
import {
  DiscardDraft,
  DraftNotice,
  FormActions,
  Notice,
  SaveActions,
  SavedAbove,
  SavedLine,
  Versions,
} from './DraftForm.tsx';
import { SubmitButton } from './SubmitButton.tsx';

const meta = { component: SaveActions } satisfies Meta;
export default meta;
type Story = StoryObj;

export const Save: Story = {
  render: () => (
    <SaveActions label="Save changes" busy={false} cancelTo="/events/1048" status={null} onDiscard={fn()} />
  ),
};

export const SaveWithDraft: Story = {
  render: () => (
    <SaveActions
      label="Save changes"
      busy={false}
      cancelTo="/events/1048"
      status="Saved 14:02 on this device"
      onDiscard={fn()}
    />
  ),
};

export const SaveOnAPhone: Story = { ...SaveWithDraft, tags: ['phone'], globals: { viewport: { value: 'mobile1' } } };

export const Actions: Story = {
  render: () => (
    <FormActions>
      <SubmitButton size="l">Report an injury…</SubmitButton>
      <DiscardDraft variant="quiet" onDiscard={fn()} />
    </FormActions>
  ),
};

export const Discarding: Story = {
  render: () => <DiscardDraft onDiscard={fn()} />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Discard draft' }));
    await screen.findByRole('dialog', { name: 'Discard draft' });
  },
};

export const Restored: Story = {
  render: () => (
    <DraftNotice onDiscard={fn()}>
      Your draft has been restored. It was last changed yesterday at 17:20 and is kept until 17 December.
    </DraftNotice>
  ),
};

export const BeforeTheForm: Story = {
  render: () => (
    <Notice>
      <Banner tone="warning">This device’s clock is 3 hours ahead. Your report uses the server’s time instead.</Banner>
    </Notice>
  ),
};

export const Saved: Story = {
  render: () => (
    <>
      <SavedAbove status="Saved 14:02 to the server" />
      <p>
        <SavedLine status="No signal: saved 14:02 on this device" icon={IconCloudOff} />
      </p>
    </>
  ),
};

const conflicts = [
  { field: 'place', label: 'Where did it happen?', mine: 'Acheson Yard, bay 3', theirs: 'Acheson Yard, bay 2' },
  { field: 'task', label: 'What was being done?', mine: 'Unloading by hand', theirs: 'Unloading a pickup' },
];

function Choosing({ isTried }: { isTried: boolean }) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, 'mine' | 'theirs'>>(new Map([['place', 'mine']]));
  return (
    <Versions
      revision={7}
      conflicts={conflicts}
      describe={({ field, ...words }) => ({ ...words, id: field, theirsHint: 'Daniel Okafor’s' })}
      chosen={chosen}
      errorOf={(field) => (isTried && !chosen.has(field) ? 'Choose one of the two' : undefined)}
      onChoose={({ field }, side) => setChosen(new Map([...chosen, [field, side]]))}
      onChooseAll={(side) => setChosen(new Map(conflicts.map(({ field }) => [field, side])))}
    >
      Daniel Okafor saved this event at 15:57.
    </Versions>
  );
}

export const TwoVersions: Story = { render: () => <Choosing isTried={false} /> };
export const TwoVersionsWithError: Story = { render: () => <Choosing isTried /> };
