import { useState } from 'react';
import { ACCESS_NOT_ENDED } from '@plimsoll/contracts/staff/staff-texts';
import { showAlert } from '../../lib/format/alerts.ts';
import { command, useCommand } from '../../lib/api/command.ts';
import { newGuid } from '../../lib/format/ids.ts';
import { leaveFor } from '../../lib/session/leaving.ts';
import { paths } from '../../lib/url/paths.ts';
import { errorText } from '../../lib/api/problem.ts';
import { useStarted } from '../../lib/session/startup.ts';
import { formatInstant } from '../../lib/format/time.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Wrap } from '../../ui/layout/Section.tsx';
import { SubmitButton } from '../../ui/inputs/SubmitButton.tsx';
import css from './SubscriptionBanner.module.css';

const endStaffAccess = command('endStaffAccess', { staleAfter: [], leaves: true });

/** Banner for staff who read an organization: until when, with a button to end the access. */
export function StaffBanner() {
  const { name, timeZone, staffAccess } = useStarted().organization;
  const { send, isPending } = useCommand(endStaffAccess);
  const [key] = useState(newGuid);
  if (!staffAccess) return null;
  const { guid, endsAt } = staffAccess;
  async function end() {
    try {
      await send({ asked: { params: { guid } }, key });
    } catch (error) {
      return showAlert({ type: 'error', title: ACCESS_NOT_ENDED, subtitle: errorText(error) });
    }
    // The session no longer includes the organization, so the page is reloaded.
    leaveFor(paths.personalSettings());
  }
  return (
    <Wrap className={css.banner}>
      <Banner
        tone="warning"
        action={
          <SubmitButton variant="secondary" busy={isPending} onClick={() => void end()}>
            End access
          </SubmitButton>
        }
      >
        You read {name} as Plimsoll’s staff, until {formatInstant(endsAt, timeZone)} at the latest. They read what you
        open.
      </Banner>
    </Wrap>
  );
}
