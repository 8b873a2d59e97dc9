import { IconUserShield } from '@tabler/icons-react';
import type { Membership } from '@plimsoll/contracts/organizations/answers';
import { useStarted } from '../../../lib/session/startup.ts';
import { ChoiceField } from '../../../ui/inputs/ChoiceField.tsx';
import { SelectField } from '../../../ui/inputs/SelectField.tsx';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import css from './People.module.css';
import { roleOfMember, roleLabels, type Role } from '../role-labels.ts';

interface FieldOf<Value> {
  name: string;
  value: Value;
  onChange: (value: Value) => void;
  onBlur?: () => void;
  error?: string | undefined;
}

/** Field for the roles that may be given. */
export const RoleField = ({ offered, ...field }: FieldOf<Role> & { offered: readonly Role[] }) => (
  <ChoiceField
    label="Role"
    options={offered.map((value) => ({ value, label: roleLabels[value].label, hint: roleLabels[value].hint }))}
    {...field}
  />
);

/** Active reporting groups of the organization; empty if the feature is off. */
export function useReportingGroups(): readonly { guid: string; name: string }[] {
  const { organization, features } = useStarted();
  return features.has('REPORTING_GROUPS')
    ? organization.reportingGroups.filter(({ status }) => status === 'ACTIVE')
    : [];
}

/** Field for a member's reporting group; hidden if the organization has none. */
export function GroupField({ value, onChange, ...field }: FieldOf<string>) {
  const groups = useReportingGroups();
  if (groups.length === 0) return null;
  return (
    <SelectField
      label="Reporting group"
      optional
      placeholder="None"
      options={groups.map(({ guid, name }) => ({ value: guid, label: name }))}
      value={value || null}
      onChange={(guid) => onChange(guid ?? '')}
      {...field}
    />
  );
}

/** Role of a member, with a badge if they have their own permissions. */
export const MemberRole = ({ member }: { member: Membership }) => (
  <span className={css.badges}>
    {roleLabels[roleOfMember(member)].label}
    {!member.isAdmin && member.ownPermissions && <OwnRights />}
  </span>
);

/** Badge of members whose permissions differ from those of their role. */
export const OwnRights = () => (
  <Badge tone="asks" icon={IconUserShield}>
    Own rights
  </Badge>
);
