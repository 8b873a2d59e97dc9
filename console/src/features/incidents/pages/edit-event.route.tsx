import { IconLockCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { textOf } from '@plimsoll/contracts/errors/errors';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { formQuery } from '../../../lib/api/form-queries.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { incidentsPaths } from '../paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { UpdateAvailableBanner } from '../../../ui/feedback/UpdateAvailableBanner.tsx';
import { ForbiddenState, MessageState } from '../../../ui/feedback/States.tsx';
import { incidentQuery } from '../api.ts';
import { EditForm } from '../form/EditForm.tsx';
import { useNewerRevision } from '../history/newer-revision.ts';
import { RecordQuery } from '../record/RecordQuery.tsx';

export const loader = prefetching(({ organization }, { params }) => {
  return [incidentQuery(organization.guid, params.eventId!)];
});

export function Component() {
  const { organization } = useStarted();
  const { eventId } = useParams();
  const query = useQuery(incidentQuery(organization.guid, eventId!));
  return <RecordQuery query={query}>{(incident) => <OpenToEdit incident={incident} />}</RecordQuery>;
}

function OpenToEdit({ incident }: { incident: IncidentDetail }) {
  const { organization } = useStarted();
  const form = useQuery(formQuery(organization.guid, incident.formGuid, incident.formVersion));
  const { words } = useNewerRevision(incident);
  if (!incident.allowedCommands.includes('amend')) {
    const back = <ButtonLink to={incidentsPaths.event(incident.eventId)}>Go to event {incident.number}</ButtonLink>;
    if (incident.state === 'APPROVED')
      return (
        <MessageState
          icon={IconLockCheck}
          title={`Event ${incident.number} is approved`}
          text={`${textOf('ApprovedEventCannotBeModified')}.`}
          action={back}
        />
      );
    return (
      <ForbiddenState
        page
        text={textOf('Forbidden')}
        to={incidentsPaths.event(incident.eventId)}
        goLabel={`Go to event ${incident.number}`}
      />
    );
  }
  return (
    <>
      <RecordQuery query={form}>{(data) => <EditForm incident={incident} form={data} />}</RecordQuery>
      <UpdateAvailableBanner
        text={
          words && `${words} What you typed stays; where you have both changed something, you choose when you save.`
        }
      />
    </>
  );
}
