import { IconBuilding } from '@tabler/icons-react';
import { useState } from 'react';
import type { User } from '@plimsoll/contracts/identity/user';
import { RemovalDialog } from '../../../components/RemovalDialog.tsx';
import { useCommand } from '../../../lib/api/command.ts';
import { paths } from '../../../lib/url/paths.ts';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { leaveOrganization } from '../api.ts';

type Membership = User['organizationMemberships'][number];

/** Lists the organizations that the user belongs to. Each can be left, also one that demands its own sign-in. */
export function OrganizationsSection({ user: { guid, organizationMemberships } }: { user: User }) {
  const [leaving, setLeaving] = useState<Membership | null>(null);
  if (organizationMemberships.length === 0) return null;
  return (
    <Section title="Your organizations">
      <RowList label="Your organizations">
        {organizationMemberships.map((membership) => (
          <Row
            key={membership.organizationGuid}
            icon={IconBuilding}
            title={membership.organizationName}
            badge={membership.isAdmin && <Badge>Admin</Badge>}
            actions={
              <Button onClick={() => setLeaving(membership)}>
                Leave…<VisuallyHidden> {membership.organizationName}</VisuallyHidden>
              </Button>
            }
          />
        ))}
      </RowList>
      {leaving && <LeaveDialog userGuid={guid} membership={leaving} onClose={() => setLeaving(null)} />}
    </Section>
  );
}

function LeaveDialog({
  userGuid,
  membership: { organizationGuid: orgGuid, organizationName },
  onClose,
}: {
  userGuid: string;
  membership: Membership;
  onClose: () => void;
}) {
  const { send } = useCommand(leaveOrganization);
  return (
    <RemovalDialog
      title={`Leave ${organizationName}`}
      text={`You lose access to ${organizationName}. This changes nothing about your account or your other organizations.`}
      refused={`You are still a member of ${organizationName}`}
      done={`You left ${organizationName}`}
      send={(key) => send({ asked: { params: { orgGuid, userGuid } }, key })}
      // The organization may be the one that is open.
      onDone={() => location.assign(paths.personalSettings())}
      onClose={onClose}
    />
  );
}
