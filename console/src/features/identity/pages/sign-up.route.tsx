import { useEffect } from 'react';
import { Link, useLoaderData, useNavigate, useParams, useSearchParams, type LoaderFunctionArgs } from 'react-router';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommandForm } from '../../../lib/forms/command-form.ts';
import {
  BROKEN_ONBOARDING,
  decodeOnboarding,
  encodedOnboardingIn,
  type PrefilledOnboarding,
} from '../../organizations/public/encoded-onboarding.ts';
import { sendPublic } from '../../../lib/api/http.ts';
import { identityPaths } from '../paths.ts';
import { paths } from '../../../lib/url/paths.ts';
import { HullPage } from '../public/HullPage.tsx';
import css from '../public/SignIn.module.css';
import { signUpErrors, SignUpFields, type SignUpForm } from '../components/SignUpFields.tsx';
import { partnerOf, trackingCodesOf } from '../tracking-codes.ts';

const fetchSchema = async () => (await import('@plimsoll/contracts/identity/requests')).signUpRequest;

interface Loaded {
  /** Data that a partner has prefilled, if any. */
  onboarding: PrefilledOnboarding | undefined;
  /** The URL contains prefilled data that could not be decoded. */
  isBroken: boolean;
}

/** Decodes the prefilled data of the URL. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const encoded = encodedOnboardingIn(new URL(request.url).searchParams);
  const onboarding = encoded ? ((await decodeOnboarding(encoded)) ?? undefined) : undefined;
  return { onboarding, isBroken: !!encoded && !onboarding };
}

/** Creates an account. The URL can name a currency, a partner, and the organization to found. */
export function Component() {
  const { currencyCode, channelPartner } = useParams();
  const { onboarding, isBroken } = useLoaderData<Loaded>();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { utmContent, ...codes } = trackingCodesOf(search);
  const utmCodes = onboarding || isBroken ? codes : { ...codes, utmContent };
  const form = useCommandForm(fetchSchema, {
    start: { name: '', emailAddress: '', password: '', agrees: false },
    bodyOf: ({ name, emailAddress, password }: SignUpForm) => ({
      name,
      emailAddress,
      password,
      currencyCode: currencyCode?.slice(0, 20),
      channelPartner: partnerOf(channelPartner),
      utmCodes,
      onboarding,
    }),
    check: signUpErrors,
    focusesError: true,
    send: (body) => sendPublic('signUp', { body }),
    onDone: ({ emailAddress }) => void navigate(identityPaths.checkMail(), { state: { emailAddress, utmCodes } }),
  });
  useEffect(() => {
    if (isBroken) showAlert({ type: 'error', title: BROKEN_ONBOARDING });
  }, [isBroken]);
  return (
    <HullPage
      title="Create an account"
      lead={
        onboarding
          ? `You set up ${onboarding.basics.organizationName} with it. Use your work email address.`
          : 'Use your work email address.'
      }
    >
      <SignUpFields form={form} send="Create account" />
      <p className={css.other}>
        <Link to={paths.signIn()}>Sign in instead</Link>
      </p>
    </HullPage>
  );
}
