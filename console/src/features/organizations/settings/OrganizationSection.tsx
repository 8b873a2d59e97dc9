import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { sizeRanges } from '@plimsoll/contracts/organizations/features';
import type { OrganizationAnswer } from '@plimsoll/contracts/organizations/settings';
import { ChoosePicture } from '../../../components/ChoosePicture.tsx';
import { useCommand } from '../../../lib/api/command.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { RemovalDialog } from '../../../components/RemovalDialog.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { removeLogo, setLogo } from '../api.ts';
import { IdDialog, NameDialog, SizeDialog, ZoneDialog } from './OrganizationDialogs.tsx';
import css from './OrganizationSection.module.css';
import { useRefreshStartup } from '../../../lib/session/useRefreshStartup.ts';

type ProfileDialog = 'name' | 'id' | 'size' | 'zone' | 'no logo';

/** Profile of the organization: name, ID, logo, size and time zone. */
export function OrganizationSection({ organization }: { organization: OrganizationAnswer }) {
  const [openDialog, setOpenDialog] = useState<ProfileDialog | null>(null);
  const { name, username, sizeRange, timeZone, logo } = organization;
  const dialog = { organization, onClose: () => setOpenDialog(null) };
  return (
    <Section title="Profile">
      <RowList label="Profile">
        <Row
          icon={logo ? undefined : IconPhoto}
          picture={logo && <img className={css.logo} src={logo} alt="" />}
          over="Logo"
          title={logo ? 'Shown with your organization' : 'None'}
          actions={
            <>
              <ChooseLogo organization={organization} />
              {logo && <Button onClick={() => setOpenDialog('no logo')}>Remove logo…</Button>}
            </>
          }
        />
        <Row
          over="Company Name"
          title={name}
          actions={<Button onClick={() => setOpenDialog('name')}>Change name…</Button>}
        />
        <Row
          over="Organization ID"
          title={username ?? 'None'}
          under="People who ask to join find you by it."
          actions={<Button onClick={() => setOpenDialog('id')}>{username ? 'Change ID…' : 'Choose an ID…'}</Button>}
        />
        <Row
          over="Size"
          title={`${sizeRanges[sizeRange]} people`}
          actions={<Button onClick={() => setOpenDialog('size')}>Change size…</Button>}
        />
        <Row
          over="Time zone"
          title={timeZone.replaceAll('_', ' ')}
          under="Of events at no worksite, and of days and months."
          actions={<Button onClick={() => setOpenDialog('zone')}>Change time zone…</Button>}
        />
      </RowList>
      {openDialog === 'name' && <NameDialog {...dialog} />}
      {openDialog === 'id' && <IdDialog {...dialog} />}
      {openDialog === 'size' && <SizeDialog {...dialog} />}
      {openDialog === 'zone' && <ZoneDialog {...dialog} />}
      {openDialog === 'no logo' && <RemoveLogoDialog {...dialog} />}
    </Section>
  );
}

function ChooseLogo({ organization: { guid, logo } }: { organization: OrganizationAnswer }) {
  const { send, isPending } = useCommand(setLogo);
  const refreshStartup = useRefreshStartup();
  const bodyOf = (picture: File): FormData => {
    const body = new FormData();
    body.append('logo', picture);
    return body;
  };
  return (
    <ChoosePicture
      of="The logo of your organization"
      busy={isPending}
      done="The logo was changed"
      refused="The logo was not changed"
      send={(picture) => send({ asked: { params: { orgGuid: guid }, body: bodyOf(picture) }, key: newGuid() })}
      onDone={refreshStartup}
    >
      {logo ? 'Change logo' : 'Add a logo'}
    </ChoosePicture>
  );
}

function RemoveLogoDialog({
  organization: { guid },
  onClose,
}: {
  organization: OrganizationAnswer;
  onClose: () => void;
}) {
  const { send } = useCommand(removeLogo);
  const refreshStartup = useRefreshStartup();
  return (
    <RemovalDialog
      title="Remove logo"
      text="Your organization is shown by its name alone."
      refused="The logo was not removed"
      done="The logo was removed"
      send={(key) => send({ asked: { params: { orgGuid: guid } }, key })}
      onDone={refreshStartup}
      onClose={onClose}
    />
  );
}
