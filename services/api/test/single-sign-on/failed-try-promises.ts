import { samlCheckTexts, type SamlFailure } from '@plimsoll/contracts/single-sign-on/saml-checks';
import type { MadeAnswer } from './identity-provider.ts';
import { readRequest } from './sent-request.ts';
import { SsoBrowser } from './sso-browser.ts';
import { a, addressIn, answerTo, app, logged, organization, person, provider } from './sso-scene.ts';

const SETTINGS_PAGE = '/settings/organization/sign-in';

/** Tests of an admin's test that fails: it says which check failed and what to change. */
export function describeFailedTries(): void {
  describe('an admin’s test that fails', () => {
    let guid: string;
    let admin: { token: string; emailAddress: string };
    beforeAll(async () => {
      ({ guid, admin } = await organization('Mistaken Works', 'mistaken.example'));
      await app.call('PUT', `/orgs/${guid}/sso`, { token: admin.token, body: { metadataXml: provider.is.metadata } });
    });
    const settings = async (token = admin.token) => (await app.call('GET', `/orgs/${guid}/sso`, { token })).body;

    async function begin() {
      const browser = new SsoBrowser(app);
      const { signInUrl } = (await browser.call('POST', `/orgs/${guid}/sso/try`, { token: admin.token })).body;
      return { browser, request: readRequest(signInUrl) };
    }
    const fieldsOf = (xml: string) => ({ SAMLResponse: Buffer.from(xml).toString('base64') });

    test.each<[string, Partial<MadeAnswer>, (xml: string) => string, Partial<SamlFailure>]>([
      ['clock', { lifetimeInSeconds: -3_600 }, (xml) => xml, { check: 'CLOCK' }],
      ['audience', { audience: 'urn:other' }, (xml) => xml, { check: 'AUDIENCE', found: 'urn:other' }],
      ['signature', { signedBy: 'FOREIGN' }, (xml) => xml, { check: 'SIGNATURE' }],
      ['missing signature', { signedBy: 'NOBODY' }, (xml) => xml, { check: 'SIGNATURE_MISSING' }],
      ['recipient', { recipient: 'https://other.example' }, (xml) => xml, { check: 'RECIPIENT' }],
      ['status', { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }, (xml) => xml, { check: 'STATUS' }],
      ['content', {}, (xml) => xml.replace('<saml:Issuer', '<!-- --><saml:Issuer'), { check: 'CONTENT' }],
    ])('names its %s, here, in the settings and in the server log', async (_, made, change, failure) => {
      const { browser, request } = await begin();
      logged.length = 0;
      const xml = change(await answerTo(request, admin.emailAddress, made));
      const refused = await browser.submit(guid, fieldsOf(xml));
      expect([refused.status, await refused.json()]).toMatchObject([
        401,
        { className: 'IdentityProviderFailure', failedCheck: failure },
      ]);
      expect((await settings()).failedTry).toMatchObject({ ...failure, at: expect.any(String) });
      const { failed, change: advice } = samlCheckTexts[failure.check!];
      expect(logged.map((line) => JSON.parse(line))).toMatchObject([
        {
          level: 40,
          ...failure,
          isTry: true,
          change: advice,
          organizationGuid: guid,
          msg: expect.stringContaining(failed),
        },
      ]);
      // A browser goes on to the settings, which show it.
      const page = await browser.submit(guid, fieldsOf(xml), 'text/html,application/xhtml+xml');
      expect([page.status, new URL(page.headers.get('location')!).pathname]).toEqual([303, SETTINGS_PAGE]);
      // The same request may still be answered correctly, and the failure is gone then.
      const { code } = await browser.post(guid, await answerTo(request, admin.emailAddress));
      expect((await browser.end(code!)).status).toBe(200);
      expect(await settings()).toMatchObject({ failedTry: null, isTried: true });
    });

    test('names the person whom the provider signed in, if it was someone else; the log names no one', async () => {
      const { browser, request } = await begin();
      logged.length = 0;
      const { code } = await browser.post(guid, await answerTo(request, 'someone@mistaken.example'));
      expect(await browser.end(code!)).toMatchObject({
        status: 403,
        body: { className: 'Forbidden', failedCheck: { check: 'PERSON', found: 'someone@mistaken.example' } },
      });
      expect((await settings()).failedTry).toMatchObject({ check: 'PERSON', found: 'someone@mistaken.example' });
      expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ check: 'PERSON', isTry: true }]);
      expect(logged.join('')).not.toContain('someone@');
    });

    test('shows the message of the provider’s status to the admin; the log leaves it out, as it may name someone', async () => {
      const { browser, request } = await begin();
      logged.length = 0;
      const status = 'urn:oasis:names:tc:SAML:2.0:status:Responder';
      const xml = (await answerTo(request, admin.emailAddress, { status })).replace(
        '</samlp:Status>',
        '<samlp:StatusMessage>someone@mistaken.example is blocked</samlp:StatusMessage></samlp:Status>',
      );
      await browser.submit(guid, fieldsOf(xml));
      expect((await settings()).failedTry).toMatchObject({
        check: 'STATUS',
        found: `${status}, someone@mistaken.example is blocked`,
      });
      expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ check: 'STATUS', isTry: true }]);
      expect(logged.join('')).not.toContain('someone@');
    });

    test('is shown to that admin alone, and a member sees nothing of their failed sign-in', async () => {
      const { browser, request } = await begin();
      await browser.submit(guid, fieldsOf(await answerTo(request, admin.emailAddress, { audience: 'urn:other' })));
      const second = await person(guid, addressIn('mistaken.example'), 'admin');
      expect([await settings(), await settings(second.token)]).toMatchObject([
        { failedTry: { check: 'AUDIENCE', found: 'urn:other' } },
        { failedTry: null },
      ]);
      logged.length = 0;
      const member = new SsoBrowser(app);
      const xml = await answerTo(await member.begin(a.guid), a.admin.emailAddress, { audience: 'urn:other' });
      expect(await (await member.submit(a.guid, fieldsOf(xml))).json()).not.toHaveProperty('failedCheck');
      expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ check: 'AUDIENCE', isTry: false }]);
    });
  });
}
