import { useLocation } from 'react-router';
import { readableAddress } from '../../../lib/format/addresses.ts';
import type { TrackingCodes } from '@plimsoll/contracts/identity/tracking-codes';
import { BackToSignIn } from '../components/BackToSignIn.tsx';
import { HullPage } from '../public/HullPage.tsx';
import { ResendForm } from '../components/ResendForm.tsx';

/** Tells the user to look for the verification mail, and sends another one on request. */
export function Component() {
  const { emailAddress, utmCodes } = (useLocation().state ?? {}) as { emailAddress?: string; utmCodes?: TrackingCodes };
  return (
    <HullPage
      title="Check your mail"
      lead={
        emailAddress ? (
          <>
            We sent a mail to {readableAddress(emailAddress)}. Open the link in it within 24 hours, best in this
            browser.
          </>
        ) : (
          'Open the link in the mail that we sent you within 24 hours, best in this browser.'
        )
      }
    >
      <ResendForm emailAddress={emailAddress ?? ''} utmCodes={utmCodes} />
      <BackToSignIn />
    </HullPage>
  );
}
