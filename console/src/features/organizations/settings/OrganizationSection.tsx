import { IconPhoto } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { textOf } from '@plimsoll/contracts/errors';
import { sizeRanges } from '@plimsoll/contracts/organizations/features';
import type { OrganizationAnswer } from '@plimsoll/contracts/organizations/settings';
import { showAlert } from '../../../lib/alerts.ts';
import { useCommand } from '../../../lib/command.ts';
import { newGuid } from '../../../lib/ids.ts';
import { formFaults } from '../../../lib/problem.ts';
import { RemovalDialog } from '../../../lib/RemovalDialog.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Row, RowList } from '../../../ui/RowList.tsx';
import { Section } from '../../../ui/Section.tsx';
import { SubmitButton } from '../../../ui/SubmitButton.tsx';
import { removeLogo, setLogo } from '../api.ts';
import { IdDialog, NameDialog, SizeDialog, ZoneDialog } from './OrganizationDialogs.tsx';
import css from './OrganizationSection.module.css';
import { useStartedAnew } from '../../../lib/useStartedAnew.ts';

/** Five megabytes: what the server takes. */
const MOST_BYTES = 5 * 2 ** 20;

type Asked = 'name' | 'id' | 'size' | 'zone' | 'no logo';

/** What the organization is called, how it looks, how large it is, and by which clocks it works. */
export function OrganizationSection({ organization }: { organization: OrganizationAnswer }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { name, username, sizeRange, timeZone, logo } = organization;
  const dialog = { organization, onClose: () => setAsked(null) };
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
              {logo && <Button onClick={() => setAsked('no logo')}>Remove logo…</Button>}
            </>
          }
        />
        <Row over="Company Name" title={name} actions={<Button onClick={() => setAsked('name')}>Change name…</Button>} />
        <Row over="Organization ID" title={username ?? 'None'} under="People who ask to join find you by it." actions={<Button onClick={() => setAsked('id')}>{username ? 'Change ID…' : 'Choose an ID…'}</Button>} />
        <Row over="Size" title={`${sizeRanges[sizeRange]} people`} actions={<Button onClick={() => setAsked('size')}>Change size…</Button>} />
        <Row over="Time zone" title={timeZone.replaceAll('_', ' ')} under="Of events at no worksite, and of days and months." actions={<Button onClick={() => setAsked('zone')}>Change time zone…</Button>} />
      </RowList>
      {asked === 'name' && <NameDialog {...dialog} />}
      {asked === 'id' && <IdDialog {...dialog} />}
      {asked === 'size' && <SizeDialog {...dialog} />}
      {asked === 'zone' && <ZoneDialog {...dialog} />}
      {asked === 'no logo' && <RemoveLogoDialog {...dialog} />}
    </Section>
  );
}

/** Takes a picture from the device and sets it. */
function ChooseLogo({ organization: { guid, logo } }: { organization: OrganizationAnswer }) {
  const { send, isPending } = useCommand(setLogo);
  const input = useRef<HTMLInputElement>(null);
  const startedAnew = useStartedAnew();

  async function take(picture: File) {
    try {
      if (picture.size > MOST_BYTES) return showAlert({ type: 'error', title: 'The logo was not changed', subtitle: textOf('AttachmentTooLarge') });
      const body = new FormData();
      body.append('logo', picture);
      await send({ asked: { params: { orgGuid: guid }, body }, key: newGuid() });
      startedAnew();
      showAlert({ type: 'success', title: 'The logo was changed' });
    } catch (fault) {
      showAlert({ type: 'error', title: 'The logo was not changed', subtitle: formFaults(fault)[0]!.message });
    }
  }
  return (
    <>
      <SubmitButton variant="secondary" busy={isPending} onClick={(click) => (click.preventDefault(), input.current?.click())}>
        {logo ? 'Change logo' : 'Add a logo'}
      </SubmitButton>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label="The logo of your organization"
        onChange={({ target }) => {
          const [picture] = target.files ?? [];
          target.value = '';
          if (picture) void take(picture);
        }}
      />
    </>
  );
}

function RemoveLogoDialog({ organization: { guid }, onClose }: { organization: OrganizationAnswer; onClose: () => void }) {
  const { send } = useCommand(removeLogo);
  const startedAnew = useStartedAnew();
  return (
    <RemovalDialog
      title="Remove logo"
      text="Your organization is shown by its name alone."
      refused="The logo was not removed"
      done="The logo was removed"
      send={(key) => send({ asked: { params: { orgGuid: guid } }, key })}
      onDone={startedAnew}
      onClose={onClose}
    />
  );
}
