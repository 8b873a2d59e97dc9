import { useParams } from 'react-router';
import { guid as meansGuid } from '../../../lib/url/address-fields.ts';
import { auditorPaths } from '../../auditors/paths.ts';
import { useAuditor } from '../../auditors/public/auditor-session.ts';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { NotFoundState } from '../../../ui/feedback/States.tsx';
import { Replay } from '../components/Replay.tsx';

/** Replay of an incident that a grant covers. */
export function Component() {
  const { organization } = useAuditor();
  const { eventId: given } = useParams();
  const eventId = meansGuid([given ?? '']);
  if (!eventId) return <NotFoundState />;
  return (
    <Replay
      organization={organization}
      kind="incident"
      guid={eventId}
      crumb={{ label: 'Events', to: auditorPaths.events() }}
      actions={<ButtonLink to={auditorPaths.event(eventId)}>Open the event</ButtonLink>}
      places={{
        record: (position) => auditorPaths.replay(eventId, position),
        page: (revision) => auditorPaths.event(eventId, revision),
        bundle: auditorPaths.bundles,
      }}
    />
  );
}
