import { textOf, type ErrorClass } from '@plimsoll/contracts/errors/errors';
import { paths } from '../../../lib/url/paths.ts';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { HullPage } from '../../identity/public/HullPage.tsx';
import { NOT_SIGNED_IN } from '../labels.ts';
import css from '../../identity/public/SignIn.module.css';

/** Error classes by the HTTP status of the page. */
const classes: Readonly<Record<number, ErrorClass>> = {
  400: 'MalformedRequest',
  404: 'OrganizationNotFound',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyAttempts',
  500: 'InternalServerError',
  503: 'Unavailable',
};

/** HTTP status of this page's response; 0 if the browser does not report it. */
const responseStatus = (): number =>
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.responseStatus ?? 0;

/**
 * Error page that the API serves, with the error's HTTP status, when it refuses the response of an identity provider.
 */
export function Component() {
  const status = responseStatus();
  return (
    <HullPage title={NOT_SIGNED_IN} lead={textOf(classes[status] ?? 'IdentityProviderFailure')}>
      <ButtonLink variant="primary" size="l" full to={paths.signIn()} reloadDocument>
        Sign in
      </ButtonLink>
      {status >= 400 && <p className={css.status}>Status {status}</p>}
    </HullPage>
  );
}
