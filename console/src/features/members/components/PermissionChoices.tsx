import { IconLock, IconPencil } from '@tabler/icons-react';
import type { Permission } from '../../../lib/session/permissions.ts';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { CheckboxField } from '../../../ui/inputs/ChoiceField.tsx';
import { FieldGroup } from '../../../ui/inputs/FormField.tsx';
import { useStarted } from '../../../lib/session/startup.ts';
import { permissionGroups, permissionLabels, shownPermissions } from '../permission-labels.ts';
import css from './Rights.module.css';

interface PermissionChoicesProps {
  name: string;
  value: readonly Permission[];
  onChange: (value: Permission[]) => void;
  error?: string | undefined;
  /** Default permissions; deviations from them are marked with `mark`. */
  defaults: ReadonlySet<Permission>;
  mark: string;
}

/**
 * Checkboxes for the 23 permissions. Those that the current user lacks are locked, since nobody may give or take them.
 */
export function PermissionChoices({ name, value, onChange, error, defaults, mark }: PermissionChoicesProps) {
  const { permissions: own } = useStarted();
  const chosen = new Set(value);
  const toggle = (permission: Permission, on: boolean) =>
    onChange(shownPermissions.filter((each) => (each === permission ? on : chosen.has(each))));
  return (
    <div className={css.choices}>
      {permissionGroups.map(({ title, permissions }, place) => (
        <FieldGroup key={title} label={title} id={`${name}-${place}`} error={place === 0 ? error : undefined}>
          <div className={css.boxes}>
            {permissions.map((permission, line) => {
              const { label, hint } = permissionLabels[permission];
              const isLocked = !own.has(permission);
              return (
                <CheckboxField
                  key={permission}
                  id={place === 0 && line === 0 ? name : `${name}-${permission}`}
                  checked={chosen.has(permission)}
                  disabled={isLocked}
                  onChange={({ target }) => toggle(permission, target.checked)}
                  label={
                    <span className={css.box}>
                      <span className={css.cell}>
                        {label}
                        {isLocked && <IconLock size={18} aria-label="Locked" />}
                        {chosen.has(permission) !== defaults.has(permission) && (
                          <Badge tone="asks" icon={IconPencil}>
                            {mark}
                          </Badge>
                        )}
                      </span>
                      {hint && <small>{hint}</small>}
                    </span>
                  }
                />
              );
            })}
          </div>
        </FieldGroup>
      ))}
      {own.size < shownPermissions.length && (
        <p className={css.lacking}>
          Rights that you do not hold yourself are locked: nobody gives or takes what they lack.
        </p>
      )}
    </div>
  );
}
