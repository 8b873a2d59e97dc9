import { IconChevronDown } from '@tabler/icons-react';
import { useStarted } from '../../lib/session/startup.ts';
import { Avatar } from '../../ui/feedback/Badge.tsx';
import { useLoaded } from '../../ui/feedback/useLoaded.ts';
import { Dropdown } from '../../ui/layout/Dropdown.tsx';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx';
import css from './Shell.module.css';

/** Content of the profile menu, loaded when it is opened. */
export function ProfileMenu({ onFollow }: { onFollow: () => void }) {
  const loaded = useLoaded(() => import('./ProfileContent.tsx'));
  return loaded && <loaded.ProfileContent onFollow={onFollow} />;
}

/** Profile menu at the end of the top bar. */
export function ProfileDropdown() {
  const { user, organization } = useStarted();
  return (
    <Dropdown
      label="Your profile"
      trigger={{
        className: css.who,
        children: (
          <>
            <Avatar name={user.name} photo={user.photo} />
            <span className={css.whoText}>
              {user.name}
              <small>{organization.name}</small>
              <VisuallyHidden>Your profile</VisuallyHidden>
            </span>
            <IconChevronDown className={css.chevron} size={20} aria-hidden />
          </>
        ),
      }}
    >
      {(close) => <ProfileMenu onFollow={close} />}
    </Dropdown>
  );
}
