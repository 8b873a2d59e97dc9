import { useParams } from 'react-router';
import { guid as meansGuid } from '../../lib/address-fields.ts';
import { auditPaths } from '../../lib/audit-paths.ts';
import { paths } from '../../lib/paths.ts';
import { useStarted } from '../../lib/startup.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { NotFoundState } from '../../ui/States.tsx';
import { isKind } from './audit-words.ts';
import { Replay } from './parts/Replay.tsx';

/** A record of the organization as its log knew it. */
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
          {isEvent && <ButtonLink to={paths.event(guid)}>Open the event</ButtonLink>}
          <ButtonLink to={auditPaths.accessLog({ record: guid })}>Who read it</ButtonLink>
        </>
      }
      places={{
        record: (position) => auditPaths.record(kind, guid, { position }),
        page: isEvent ? (revision) => paths.eventHistory(guid, revision) : null,
        bundle: auditPaths.bundles,
      }}
    />
  );
}
