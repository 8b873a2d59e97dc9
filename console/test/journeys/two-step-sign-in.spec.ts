import { inspect, reflows, smallTargets } from './support/inspect.ts';
import { cold, expect, test, type Page } from './support/journey.ts';
import { codeOf, newPerson, typeCredentials, type NewPerson } from './support/new-person.ts';

const settings = '/settings/personal';
const dialog = (page: Page) => page.getByRole('dialog');
const factors = (page: Page) => page.getByRole('list', { name: 'Two-step sign-in' });
const secondStep = (page: Page) => expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible();
const isIn = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: 'Your account is ready' })).toBeVisible();

async function look(page: Page, name: string): Promise<void> {
  await inspect(page, name);
  if (test.info().project.name !== 'phone') return;
  expect.soft(await smallTargets(page, 44), `targets of ${name}`).toEqual([]);
  await reflows(page, name);
}

/** Sets up an authenticator app, and returns its secret and the recovery codes. */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.goto(settings);
  await page.getByRole('button', { name: 'Set up an app…' }).click();
  const key = dialog(page).getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/);
  await expect(dialog(page).getByRole('img', { name: 'The key for the app, as a QR code' })).toBeVisible();
  const secret = (await key.innerText()).replaceAll(' ', '');
  expect(await dialog(page).getByRole('link', { name: 'Open the app on this device' }).getAttribute('href')).toContain(
    `secret=${secret}`,
  );
  await look(page, 'setting an app up');
  await dialog(page).getByLabel('Code that the app shows').fill('000000');
  await dialog(page).getByRole('button', { name: 'Turn it on' }).click();
  await expect(dialog(page).getByText('That code or passkey was not accepted.').first()).toBeVisible();
  await dialog(page).getByLabel('Code that the app shows').fill(codeOf(secret));
  await dialog(page).getByRole('button', { name: 'Turn it on' }).click();
  const list = dialog(page).getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  return { secret, codes: await list.getByRole('listitem').allInnerTexts() };
}

async function signOutAndBegin(page: Page, person: NewPerson): Promise<void> {
  await page.goto('/signout');
  await expect(page).toHaveURL(/\/signin$/);
  await typeCredentials(page, person);
}

test('an authenticator app is set up, its code is asked for after the password, and a recovery code stands in for it once', async ({
  visit,
}) => {
  test.setTimeout(120_000);
  const page = await visit();
  const person = await newPerson(page);
  const { secret, codes } = await setUpApp(page);
  expect(new Set(codes).size).toBe(10);
  await look(page, 'recovery codes');

  await test.step('the codes are shown until they are confirmed, and can be downloaded and printed', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeVisible();
    const downloading = page.waitForEvent('download');
    await dialog(page).getByRole('button', { name: 'Download' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('plimsoll-recovery-codes.txt');
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    for (const code of codes) expect(Buffer.concat(chunks).toString()).toContain(code);
    await page.emulateMedia({ media: 'print' });
    await expect(dialog(page).getByText(codes[0]!)).toBeVisible();
    await expect(page.locator('#root')).toBeHidden();
    await page.emulateMedia({ media: null });
    await dialog(page).getByRole('button', { name: 'I have kept them' }).click();
    await expect(dialog(page)).toHaveCount(0);
  });
  await expect(factors(page)).toContainText('10 of 10 left');
  await look(page, 'settings with an app');

  await signOutAndBegin(page, person);
  await secondStep(page);
  await expect(page.getByLabel('Code that your app shows')).toBeFocused();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Enter the code')).toBeVisible();
  await page.getByLabel('Code that your app shows').fill('000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('That code or passkey was not accepted. 4 tries left.')).toBeVisible();
  await look(page, 'a code that is wrong');
  await page.getByLabel('Code that your app shows').fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await isIn(page);

  for (const isFirst of [true, false]) {
    await signOutAndBegin(page, person);
    await secondStep(page);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(codes[0]!);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    if (isFirst) await isIn(page);
  }
  await expect(page.getByText('That code or passkey was not accepted. 4 tries left.')).toBeVisible();
  await look(page, 'a recovery code that was used');
  await page.getByLabel('Recovery code').fill(codes[1]!);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await isIn(page);
  await page.goto(settings);
  await expect(factors(page)).toContainText('8 of 10 left');
  await expect(page.getByRole('list', { name: 'Where you are signed in' })).toContainText(
    'with the password and a recovery code',
  );

  await test.step('new codes take the place of those before, and the app is removed with them', async () => {
    await factors(page).getByRole('button', { name: 'Make new codes…' }).click();
    await look(page, 'new codes that are asked for');
    await dialog(page).getByRole('button', { name: 'Make new codes' }).click();
    await expect(dialog(page).getByRole('list', { name: 'Recovery codes' })).not.toContainText(codes[2]!);
    await dialog(page).getByRole('button', { name: 'I have kept them' }).click();
    await expect(factors(page)).toContainText('10 of 10 left');
    await factors(page).getByRole('button', { name: 'Remove app…' }).click();
    await expect(dialog(page)).toContainText('your password alone signs you in');
    await dialog(page).getByRole('button', { name: 'Remove app' }).click();
    await expect(factors(page)).not.toContainText('Recovery codes');
  });
  await signOutAndBegin(page, person);
  await isIn(page);
});

test('after five wrong codes signing in starts again with the password, and says so', async ({ visit }) => {
  const page = await visit();
  const person = await newPerson(page);
  const { secret } = await setUpApp(page);
  await dialog(page).getByRole('button', { name: 'I have kept them' }).click();
  await signOutAndBegin(page, person);
  await secondStep(page);
  for (let tries = 4; tries >= 0; tries -= 1) {
    await page.getByLabel('Code that your app shows').fill(`00000${tries}`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    if (tries > 0) await expect(page.getByText(`${tries} ${tries === 1 ? 'try' : 'tries'} left.`)).toBeVisible();
  }
  await expect(page.getByText('The second step took too long, or went wrong too often.')).toBeVisible();
  await expect(page.getByLabel('Email address or username')).toHaveValue(person.emailAddress);
  await expect(page.getByLabel('Password')).toBeFocused();
  await look(page, 'a second step that is void');
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await secondStep(page);
  await page.getByLabel('Code that your app shows').fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await isIn(page);
});

test('a passkey is made by the browser, and is shown in place of a code', async ({ visit }) => {
  const page = await visit(undefined, cold);
  const person = await newPerson(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const verified = (isUserVerified: boolean) =>
    devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto(settings);
  await factors(page).waitFor();
  await page.waitForLoadState('networkidle');
  const before = scripts.length;
  await page.getByRole('button', { name: 'Add a passkey…' }).click();
  await dialog(page).getByRole('button', { name: 'Go on in the browser' }).click();
  await expect(dialog(page).getByText('Please fill this in').first()).toBeVisible();
  await look(page, 'a passkey that is to be added');
  await verified(false);
  await dialog(page).getByLabel('Name of the passkey').fill('Work laptop');
  await dialog(page).getByRole('button', { name: 'Go on in the browser' }).click();
  await expect(dialog(page).getByText('It was cancelled, or took too long').first()).toBeVisible();
  expect(scripts.length, 'the library came when it was wanted').toBeGreaterThan(before);
  await verified(true);
  await dialog(page).getByRole('button', { name: 'Go on in the browser' }).click();
  await expect(dialog(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await dialog(page).getByRole('button', { name: 'I have kept them' }).click();
  await expect(factors(page)).toContainText('Work laptop');
  await look(page, 'settings with a passkey');

  await signOutAndBegin(page, person);
  await secondStep(page);
  const show = page.getByRole('button', { name: 'Show your passkey' });
  await expect(show).toBeFocused();
  await look(page, 'a passkey that is asked for');
  await verified(false);
  await show.click();
  await expect(page.getByText('It was cancelled, or took too long')).toBeVisible();
  await verified(true);
  await show.click();
  await isIn(page);
  await page.goto(settings);
  await expect(factors(page)).toContainText('last used');
  await factors(page)
    .getByRole('button', { name: /^Remove… Work laptop/ })
    .click();
  await dialog(page).getByRole('button', { name: 'Remove passkey' }).click();
  await expect(factors(page)).not.toContainText('Work laptop');
  await signOutAndBegin(page, person);
  await isIn(page);
});
