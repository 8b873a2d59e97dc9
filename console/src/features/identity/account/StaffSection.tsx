import { IconEyeSearch } from '@tabler/icons-react';
import { staffPaths } from '../../staff/paths.ts';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { Section } from '../../../ui/layout/Section.tsx';

/** Links for Plimsoll's own staff. */
export function StaffSection() {
  return (
    <Section title="Staff">
      <RowList label="Staff">
        <Row
          icon={IconEyeSearch}
          title="Read an organization"
          under="You say why, and its administrators read it."
          actions={<ButtonLink to={staffPaths.staff()}>Begin…</ButtonLink>}
        />
      </RowList>
    </Section>
  );
}
