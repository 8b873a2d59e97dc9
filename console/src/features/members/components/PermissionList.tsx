import { IconCheck, IconMinus } from '@tabler/icons-react';
import type { Permission } from '../../../lib/session/permissions.ts';
import { Fold } from '../../../ui/layout/Fold.tsx';
import { permissionGroups, permissionLabels, shownPermissions } from '../permission-labels.ts';
import css from './Rights.module.css';

/** What a person may do, by topic. What they may not do is collapsed below. */
export function PermissionList({ held }: { held: ReadonlySet<Permission> }) {
  const lacking = shownPermissions.filter((permission) => !held.has(permission));
  return (
    <>
      {lacking.length === shownPermissions.length ? (
        <p className={css.lacking}>Reports events, and sees their own.</p>
      ) : (
        <Groups includes={(permission) => held.has(permission)} />
      )}
      {lacking.length > 0 && (
        <div className={css.rest}>
          <Fold title={`Not allowed (${lacking.length})`} isFilled={false} isAtError={false} isOptional={false}>
            <Groups includes={(permission) => !held.has(permission)} isLacking />
          </Fold>
        </div>
      )}
    </>
  );
}

/** Permissions by topic; topics without any are omitted. */
function Groups({ includes, isLacking }: { includes: (permission: Permission) => boolean; isLacking?: boolean }) {
  const Icon = isLacking ? IconMinus : IconCheck;
  return (
    <div className={css.groups}>
      {permissionGroups.map(({ title, permissions }) => {
        const included = permissions.filter(includes);
        if (included.length === 0) return null;
        const label = isLacking ? `${title}, not allowed` : title;
        return (
          <div key={title}>
            <h3>{title}</h3>
            <ul aria-label={label}>
              {included.map((permission) => (
                <li key={permission} className={[css.right, isLacking && css.lacking].filter(Boolean).join(' ')}>
                  <Icon size={20} aria-hidden />
                  <span>{permissionLabels[permission].label}</span>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </div>
  );
}
