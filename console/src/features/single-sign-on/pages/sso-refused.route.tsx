import { textOf, type ErrorClass } from '@plimsoll/contracts/errors/errors';
import { paths } from '../../../lib/url/paths.ts';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { HullPage } from '../../identity/public/HullPage.tsx';
import { NOT_SIGNED_IN } from '../labels.ts';
import css from '../../identity/public/SignIn.module.css';

/** By the status that the page came with. */
const classes: Readonly<Record<number, ErrorClass>> = {
  400: 'MalformedRequest',
  404: 'OrganizationNotFound',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyAttempts',
  500: 'InternalServerError',
  503: 'Unavailable',
};

/** With which status this page was answered; 0 where the browser does not say. */
const statusNow = (): number =>
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.responseStatus ?? 0;

/** Shown in the place of what an identity provider's answer was to open, by the API itself and with the refusal's own status. */
export function Component() {
  const status = statusNow();
  return (
    <HullPage title={NOT_SIGNED_IN} lead={textOf(classes[status] ?? 'IdentityProviderFailure')}>
      <ButtonLink variant="primary" size="l" full to={paths.signIn()} reloadDocument>
        Sign in
      </ButtonLink>
      {status >= 400 && <p className={css.status}>Status {status}</p>}
    </HullPage>
  );
}
