import { useParams } from 'react-router';
import { guid as meansGuid } from '../../../lib/url/address-fields.ts';
import { auditPaths } from '../paths.ts';
import { incidentsPaths } from '../../incidents/paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { NotFoundState } from '../../../ui/feedback/States.tsx';
import { isKind } from '../labels.ts';
import { Replay } from '../components/Replay.tsx';

/** Replay of a record of the organization. */
export function Component() {
  const { organization } = useStarted();
  const { kind, guid: given } = useParams();
  const guid = meansGuid([given ?? '']);
  if (!isKind(kind) || !guid) return <NotFoundState />;
  const isEvent = kind === 'incident';
  return (
    <Replay
      organization={organization}
      kind={kind}
      guid={guid}
      crumb={{ label: 'Change log', to: auditPaths.changeLog() }}
      actions={
        <>
          {isEvent && <ButtonLink to={incidentsPaths.event(guid)}>Open the event</ButtonLink>}
          <ButtonLink to={auditPaths.accessLog({ record: guid })}>Who read it</ButtonLink>
        </>
      }
      places={{
        record: (position) => auditPaths.record(kind, guid, { position }),
        page: isEvent ? (revision) => incidentsPaths.eventHistory(guid, revision) : null,
        bundle: auditPaths.bundles,
      }}
    />
  );
}
