import type { SsoSettings } from '@plimsoll/contracts/single-sign-on/sso';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { CopyButton } from '../../../components/CopyButton.tsx';
import { Address } from './Address.tsx';

/** Our settings that the identity provider needs. */
export function ServiceSection({
  service: { entityId, acsUrl, metadataUrl },
}: {
  service: SsoSettings['serviceProvider'];
}) {
  const rows = [
    { over: 'Entity ID (audience)', value: entityId, what: 'Entity ID' },
    { over: 'Assertion consumer service (recipient, destination)', value: acsUrl, what: 'Address' },
    { over: 'Metadata', value: metadataUrl, what: 'Address' },
  ];
  return (
    <Section title="For your provider">
      <RowList label="For your provider">
        {rows.map(({ over, value, what }) => (
          <Row
            key={over}
            over={over}
            title={<Address text={value} />}
            actions={<CopyButton text={value} what={what} />}
          />
        ))}
      </RowList>
    </Section>
  );
}
