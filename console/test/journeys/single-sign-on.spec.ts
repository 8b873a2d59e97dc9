import { randomUUID } from 'node:crypto';
import { IdentityProvider } from '../../../services/api/test/single-sign-on/identity-provider.ts';
import { readRequest } from '../../../services/api/test/single-sign-on/sent-request.ts';
import { inspect, reflows } from './support/inspect.ts';
import { expect, test, type Page } from './support/journey.ts';
import { newPerson } from './support/new-person.ts';
import { operator } from './support/operator.ts';

const settings = '/settings/organization/sign-in';
const dialog = (page: Page) => page.getByRole('dialog');

let provider: IdentityProvider;
test.beforeAll(async () => void (provider = await IdentityProvider.start()));
test.afterAll(() => provider.stop());

/** Assigns a domain to an organization as an operator, as a TXT record would. */
const grant = (organizationGuid: string, domain: string) =>
  operator('organization', 'domain', organizationGuid, domain);

async function look(page: Page, name: string): Promise<void> {
  await inspect(page, name);
  if (test.info().project.name === 'phone') await reflows(page, name);
}

/** Identifies the user at the provider. */
async function sayWho(page: Page, emailAddress: string): Promise<void> {
  await page.getByRole('heading', { name: 'Test identity' }).waitFor();
  await page.getByLabel('Address').fill(emailAddress);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Submits a provider's form by hand. */
const submit = (page: Page, acs: string, answer: string) =>
  page.evaluate(
    ([address, text]) => {
      document.body.innerHTML = `<form method="post" action="${address}"><input name="SAMLResponse" value="${text}"></form>`;
      document.forms[0]!.submit();
    },
    [acs, answer] as const,
  );

/** A user who has just founded an organization, in the browser of the page. */
async function found(
  page: Page,
  domain: string,
): Promise<{ emailAddress: string; organizationGuid: string; name: string }> {
  const { emailAddress } = await newPerson(page, 'Nora Reef', domain);
  const { jwt } = (await (
    await page.request.post('/api/auth/refresh', { headers: { origin: new URL(page.url()).origin } })
  ).json()) as { jwt: string };
  const { sub } = JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString('utf8')) as { sub: string };
  const name = `Quay ${domain.slice(0, 8)}`;
  const headers = { authorization: `Bearer ${jwt}` };
  const founded = await page.request.post('/api/orgs', {
    headers,
    data: { creatorGuid: sub, name, sizeRange: 'ONE_TO_TEN' },
  });
  const { guid } = (await founded.json()) as { guid: string };
  expect(
    (
      await page.request.patch(`/api/orgs/${guid}`, {
        headers: { authorization: founded.headers()['authorization']! },
        data: { onboardingStatus: 'ONBOARDED' },
      })
    ).status(),
  ).toBe(200);
  return { emailAddress, organizationGuid: guid, name };
}

test('an admin sets a provider up, tries it, and turns it on; from then on all users of the domain go through it, and no one else comes in', async ({
  visit,
}) => {
  test.setTimeout(180_000);
  const page = await visit();
  const domain = `${randomUUID()}.example`;
  const { emailAddress, organizationGuid, name } = await found(page, domain);
  await page.goto(settings);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign-in' })).toBeVisible();
  await expect(page.getByText('Members sign in with passwords')).toBeVisible();
  await look(page, 'sign-in settings, empty');

  await page.getByRole('button', { name: 'Set the data…' }).click();
  await dialog(page).getByRole('button', { name: 'Set the data' }).click();
  await expect(dialog(page).getByText('Please fill this in').first()).toBeVisible();
  await dialog(page).getByLabel('Metadata', { exact: true }).last().fill(provider.is.metadata);
  await look(page, 'a provider that is set up');
  await dialog(page).getByRole('button', { name: 'Set the data' }).click();
  await expect(page.getByRole('list', { name: 'Identity provider' })).toContainText(provider.is.entityId);

  await page.getByRole('button', { name: 'Add a domain…' }).click();
  await dialog(page).getByLabel('Domain').fill(domain);
  await dialog(page).getByRole('button', { name: 'Add a domain' }).click();
  await expect(page.getByRole('list', { name: 'Domains' })).toContainText(`_plimsoll.${domain}`);
  grant(organizationGuid, domain);
  await page.reload();
  await expect(page.getByRole('list', { name: 'Domains' })).toContainText('Verified');

  await test.step('a test that fails says which check failed and what to change', async () => {
    await page.getByRole('button', { name: 'Try the sign-in' }).click();
    await page.getByRole('heading', { name: 'Test identity' }).waitFor();
    const { acsUrl, audience, inResponseTo } = readRequest(page.url());
    const answer = await provider.make({ emailAddress, acsUrl, inResponseTo, audience: 'urn:other' });
    await submit(page, acsUrl, Buffer.from(answer).toString('base64'));
    await expect(page).toHaveURL(new RegExp(`${settings}$`));
    await expect(page.getByText('Your test failed: The response is for another audience.')).toBeVisible();
    await expect(page.getByText('Set the audience (SP entity ID) at your provider')).toBeVisible();
    const failed = page.getByRole('list', { name: 'Failed test' });
    await expect(failed).toContainText(audience);
    await expect(failed).toContainText('urn:other');
    await look(page, 'sign-in settings, a failed test');

    await page.getByRole('button', { name: 'Try the sign-in' }).click();
    await sayWho(page, `someone-else@${domain}`);
    await expect(page).toHaveURL(new RegExp(`${settings}$`));
    await expect(page.getByText('Your test failed: Your provider signed in someone who is not you.')).toBeVisible();
    await expect(failed).toContainText(`someone-else@${domain}`);
  });
  await page.getByRole('button', { name: 'Try the sign-in' }).click();
  await sayWho(page, emailAddress);
  await expect(page.getByText('You came in with these data.')).toBeVisible();
  await look(page, 'sign-in settings, tried');
  await page.getByRole('button', { name: 'Turn on…' }).click();
  await expect(dialog(page).getByText('Every member has an address in one of your verified domains.')).toBeVisible();
  await look(page, 'turning it on');
  await dialog(page).getByRole('button', { name: 'Turn on single sign-on' }).click();
  // The password that opened this page does not open the organization any more.
  await sayWho(page, emailAddress);
  await expect(page).toHaveURL(new RegExp(`${settings}$`));
  await expect(page.getByText('Members sign in through your provider')).toBeVisible();

  const other = await visit('/signin');
  await other.getByLabel('Email address or username').fill(emailAddress);
  await other.getByLabel('Email address or username').blur();
  await expect(other.getByText(`${name} signs in through its own provider.`)).toBeVisible();
  await look(other, 'a sign-in that leads to a provider');
  await other.getByRole('button', { name: `Continue to ${name}` }).click();
  await sayWho(other, 'stranger@elsewhere.example');
  await expect(other.getByRole('heading', { level: 1, name: 'You are not let in' })).toBeVisible();
  await look(other, 'somebody who is not let in');
  await other.goto(`/api/saml/${organizationGuid}/sign-in?redirectUrl=${encodeURIComponent('/settings/personal')}`);
  await sayWho(other, emailAddress);
  await expect(other).toHaveURL(/\/settings\/personal$/);
  await expect(other.getByRole('list', { name: 'Where you are signed in' })).toContainText('This browser');
});

test('an invalid response is refused on our page, with its status', async ({ visit }) => {
  const page = await visit();
  const { organizationGuid } = await found(page, `${randomUUID()}.example`);
  const acs = `${new URL(page.url()).origin}/api/saml/${organizationGuid}/acs`;
  await page.goto(provider.is.ssoUrl);
  const [refused] = await Promise.all([page.waitForResponse(acs), submit(page, acs, 'aGVsbG8=')]);
  expect(refused.status()).toBe(400);
  await expect(page.getByRole('heading', { level: 1, name: 'You are not signed in' })).toBeVisible();
  await expect(page.getByText('Status 400')).toBeVisible();
  await look(page, 'a refused answer');
});
