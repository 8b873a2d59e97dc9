import { IconDeviceMobile, IconKey } from '@tabler/icons-react';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Avatar, Badge } from '../feedback/Badge.tsx';
import { Button } from '../inputs/Button.tsx';
import { Row, RowList } from './RowList.tsx';

const meta = { component: RowList } satisfies Meta<typeof RowList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const WithIcons: Story = {
  args: {
    label: 'Two-step sign-in',
    children: (
      <>
        <Row
          icon={IconKey}
          over="Passkey"
          title="Work laptop"
          badge={<Badge tone="good">This device</Badge>}
          under="Last used today at 07:58"
          actions={<Button size="s">Rename Work laptop…</Button>}
        />
        <Row icon={IconDeviceMobile} over="Authenticator app" title="Phone" under="Set up on 3 January 2026" />
      </>
    ),
  },
};

export const WithPictures: Story = {
  args: {
    label: 'Members',
    children: (
      <>
        <Row picture={<Avatar name="Priya Raman" />} title="Priya Raman" under="Administrator, Acheson Yard" />
        <Row picture={<Avatar name="Noor Haddad" />} title="Noor Haddad" under="Montney Pad 14" />
      </>
    ),
  },
};
