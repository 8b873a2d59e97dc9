import { IconClockExclamation, IconMailForward } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { invitationsQuery } from '../../../lib/api/member-queries.ts';
import { readableAddress } from '../../../lib/format/addresses.ts';
import { formatDay, localTime } from '../../../lib/format/time.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { statusOf } from '../invitation-status.ts';
import { membersPaths } from '../paths.ts';
import css from './People.module.css';

/** Maximum number of invitations listed by name; the others are counted. */
const MAX_LISTED = 5;

const TITLE = 'Invited, not yet joined';

/** Invitations that wait for an answer; nothing if there are none. */
export function PendingInvitations() {
  const { organization } = useStarted();
  const { data } = useQuery(invitationsQuery(organization.guid));
  const pending = (data?.items ?? []).filter(({ status }) => status === null);
  if (pending.length === 0) return null;
  return (
    <Section
      title={TITLE}
      className={css.pending}
      action={
        <ButtonLink variant="quiet" to={membersPaths.invitations()}>
          {pending.length > MAX_LISTED ? `See all ${pending.length}` : 'See invitations'}
        </ButtonLink>
      }
    >
      <RowList label={TITLE}>
        {pending.slice(0, MAX_LISTED).map((invitation) => (
          <Row
            key={invitation.recipientEmailAddress}
            icon={IconMailForward}
            title={invitation.recipientName}
            badge={statusOf(invitation) === 'EXPIRED' && <Expired />}
            under={[
              readableAddress(invitation.recipientEmailAddress),
              statusOf(invitation) === 'OUTSTANDING' &&
                `link works until ${formatDay(localTime(invitation.expiresAt, organization.timeZone).date)}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        ))}
      </RowList>
    </Section>
  );
}

const Expired = () => (
  <Badge tone="asks" icon={IconClockExclamation}>
    Expired
  </Badge>
);
