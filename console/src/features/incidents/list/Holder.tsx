import type { IncidentListItem } from '@plimsoll/contracts/incidents/answers';
import { now } from '../../../lib/session/clock.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { holderText } from '../labels.ts';

/** Whom an incident is with, and since when. */
export function Holder({ incident }: { incident: IncidentListItem }) {
  const { user, organization } = useStarted();
  const { strong, rest } = holderText(incident, user.guid, organization.timeZone, now());
  return (
    <>
      {strong && <b style={{ color: 'var(--text)' }}>{strong}</b>}
      {rest}
    </>
  );
}
