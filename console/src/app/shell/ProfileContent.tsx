import { IconBuilding, IconBuildingPlus, IconDeviceDesktop, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { readableAddress } from '../../lib/format/addresses.ts';
import { rememberOrganization, useStarted } from '../../lib/session/startup.ts';
import { paths } from '../../lib/url/paths.ts';
import { Avatar } from '../../ui/feedback/Badge.tsx';
import { useColourScheme, type ColourScheme } from '../../ui/layout/colour-scheme.ts';
import { settingsFor } from '../settings/settings-navigation.ts';
import sheet from './MenuSheet.module.css';

const schemes: { value: ColourScheme; label: string; icon: typeof IconSun }[] = [
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
];

function Scheme() {
  const { scheme, choose } = useColourScheme();
  const name = useId();
  return (
    <div role="radiogroup" aria-labelledby={`${name}-title`}>
      <div className={sheet.title} id={`${name}-title`}>
        Colours
      </div>
      <div className={sheet.schemes}>
        {schemes.map(({ value, label, icon: Icon }) => (
          <label key={value}>
            <input type="radio" name={name} checked={scheme === value} onChange={() => choose(value)} />
            <Icon size={18} aria-hidden />
            {label}
          </label>
        ))}
      </div>
    </div>
  );
}

/** Switches the organization with a full reload, so that no data of the previous one remains. */
export function switchTo(userGuid: string, organizationGuid: string) {
  rememberOrganization(userGuid, organizationGuid);
  location.assign(paths.home());
}

/** Content of the profile menu: user, other organizations, settings, colours and sign-out. */
export function ProfileContent({ onFollow }: { onFollow: () => void }) {
  const { user, organization, memberships, permissions, modules, features } = useStarted();
  const others = memberships.filter(({ organizationGuid }) => organizationGuid !== organization.guid);
  return (
    <>
      <div className={sheet.person}>
        <Avatar name={user.name} photo={user.photo} strong />
        <span>
          <b>{user.name}</b>
          <span>{organization.name}</span>
          <span>{readableAddress(user.primaryEmailAddress)}</span>
        </span>
      </div>
      {others.length > 0 && (
        <div className={sheet.group}>
          <div className={sheet.title}>Switch to</div>
          {others.map(({ organizationGuid, organizationName }) => (
            <button
              key={organizationGuid}
              type="button"
              className={sheet.entry}
              onClick={() => switchTo(user.guid, organizationGuid)}
            >
              <IconBuilding size={20} aria-hidden />
              {organizationName}
            </button>
          ))}
        </div>
      )}
      <div className={sheet.group}>
        <Link className={sheet.entry} to={paths.newOrganization()} onClick={onFollow}>
          <IconBuildingPlus size={20} aria-hidden />
          Set up a new Organization
        </Link>
      </div>
      <div className={`${sheet.group} ${sheet.ruled}`}>
        {settingsFor({ permissions, modules, features, organization }).flatMap(({ links }) =>
          links.map(({ label, to, icon: Icon }) => (
            <Link key={to} className={sheet.entry} to={to} onClick={onFollow}>
              <Icon size={20} aria-hidden />
              {label}
            </Link>
          )),
        )}
      </div>
      <Scheme />
      <div className={`${sheet.group} ${sheet.ruled}`}>
        <Link className={sheet.entry} to={paths.signOut()} onClick={onFollow}>
          <IconLogout size={20} aria-hidden />
          Sign out
        </Link>
      </div>
    </>
  );
}
