import { IconCheck, IconMinus } from '@tabler/icons-react';
import type { Permission } from '../../../lib/session/permissions.ts';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { permissionGroups, permissionLabels } from '../permission-labels.ts';
import css from './Rights.module.css';

/** List of the permissions that a person has and lacks. */
export function PermissionList({ held }: { held: ReadonlySet<Permission> }) {
  return (
    <div className={css.groups}>
      {permissionGroups.map(({ title, permissions }) => (
        <div key={title}>
          <h3>{title}</h3>
          <ul aria-label={title}>
            {permissions.map((permission) => {
              const Icon = held.has(permission) ? IconCheck : IconMinus;
              return (
                <li
                  key={permission}
                  className={[css.right, !held.has(permission) && css.lacking].filter(Boolean).join(' ')}
                >
                  <Icon size={20} aria-hidden />
                  <span>
                    {!held.has(permission) && <VisuallyHidden>Not: </VisuallyHidden>}
                    {permissionLabels[permission].label}
                  </span>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </div>
  );
}
