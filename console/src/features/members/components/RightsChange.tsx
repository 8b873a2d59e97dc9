import type { Permission } from '../../../lib/session/permissions.ts';
import { permissionLabels, shownPermissions } from '../permission-labels.ts';
import css from './Rights.module.css';
import { WaitingEvents } from './WaitingEvents.tsx';

const labelsOf = (permissions: readonly Permission[]) =>
  permissions.map((permission) => permissionLabels[permission].label).join(' · ');

/** Permissions to act on events. Without them, events that wait for the member need another person. */
const actingPermissions: readonly Permission[] = ['REVIEW_EVENTS', 'APPROVE_EVENTS'];

interface RightsChangeProps {
  before: ReadonlySet<Permission>;
  after: ReadonlySet<Permission>;
  /** The member whose permissions change, or null for those of a group. */
  member: { guid: string; name: string } | null;
}

/** Summary of the permissions that the current selection would give and take. */
export function RightsChange({ before, after, member }: RightsChangeProps) {
  const changed = shownPermissions.filter((permission) => before.has(permission) !== after.has(permission));
  const given = changed.filter((permission) => after.has(permission));
  const taken = changed.filter((permission) => before.has(permission));
  return (
    <>
      <div className={css.change} role="status">
        {changed.length === 0 && <p>It changes nothing in what {member ? member.name : 'they'} may do.</p>}
        {given.length > 0 && (
          <p>
            <b>Given:</b> {labelsOf(given)}
          </p>
        )}
        {taken.length > 0 && (
          <p>
            <b>Taken:</b> {labelsOf(taken)}
          </p>
        )}
        {changed.length > 0 && <p>It counts from their next click on.</p>}
      </div>
      {member && taken.some((permission) => actingPermissions.includes(permission)) && (
        <WaitingEvents userGuid={member.guid} name={member.name} />
      )}
      {!member && taken.some((permission) => actingPermissions.includes(permission)) && (
        <p>
          What waits for one of them to review or approve then needs somebody else: it turns up among the tasks of
          whoever asked for it.
        </p>
      )}
    </>
  );
}
