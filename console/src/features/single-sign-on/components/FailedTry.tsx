import { samlCheckTexts } from '@plimsoll/contracts/single-sign-on/saml-checks';
import type { SsoSettings } from '@plimsoll/contracts/single-sign-on/sso';
import { CopyButton } from '../../../components/CopyButton.tsx';
import { viewersTime } from '../../../lib/format/time.ts';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Address } from './Address.tsx';
import css from './Sso.module.css';

/** Which check of the last test failed, the values that differ, and what to change. */
export function FailedTry({ failed }: { failed: NonNullable<SsoSettings['failedTry']> }) {
  const { check, expected, found, at } = failed;
  const texts = samlCheckTexts[check];
  return (
    <div className={css.notice}>
      <Banner tone="danger">
        <b>Your test failed: {texts.failed}.</b> {texts.change}
      </Banner>
      <RowList label="Failed test">
        {expected && (
          <Row
            over="Expected"
            title={<Address text={expected} />}
            actions={<CopyButton text={expected} what="Expected value" />}
          />
        )}
        {found && <Row over="Received" title={<Address text={found} />} />}
        <Row over="Tested" title={viewersTime(at)} />
      </RowList>
    </div>
  );
}
