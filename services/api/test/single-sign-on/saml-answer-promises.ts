import type { MadeAnswer } from './identity-provider.ts';
import type { SentRequest } from './sent-request.ts';
import { SsoBrowser } from './sso-browser.ts';
import { a, answerTo, app, b, database, left, other, provider } from './sso-scene.ts';

/** Tests of forged answers: none was given by an honest provider to this request of this browser. */
export function describeSamlAnswers(): void {
  describe('an answer that is not what it should be', () => {
    const victim = () => a.admin.emailAddress;
    const mallory = 'mallory@anchor.example';
    const assertionIn = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)![0];
    const signatureIn = (xml: string) => /<Signature[\s\S]*?<\/Signature>/.exec(xml)![0];
    /** Parts of a wrapping attack: the signed original without its signature, and the forged assertion. */
    const pieces = (xml: string) => {
      const assertion = assertionIn(xml);
      const unsigned = assertion.replace(/<Signature[\s\S]*?<\/Signature>/, '');
      const turned = (text: string) => text.replaceAll(mallory, victim()).replace(/ID="[^"]*"/, 'ID="_evil"');
      return { assertion, bare: unsigned, evil: turned(unsigned), evilSigned: turned(assertion) };
    };
    const wrapped = (wrap: (found: ReturnType<typeof pieces>, xml: string) => string) => (xml: string) =>
      xml.replace(assertionIn(xml), () => wrap(pieces(xml), xml));
    /** For a response that is signed as a whole. */
    const wrappedResponse = (place: (evil: string, signature: string, original: string) => string) => (xml: string) => {
      const signature = signatureIn(xml);
      const original = xml.replace(signature, '').replace(/<\?xml[^>]*>/, '');
      return place(xml.replace(/ID="[^"]*"/, 'ID="_evil"').replaceAll(mallory, victim()), signature, original);
    };

    interface Attack {
      readonly made?: Partial<MadeAnswer> | ((request: SentRequest) => Partial<MadeAnswer>);
      readonly turned?: (xml: string) => string;
      readonly fields?: (xml: string) => Record<string, string>;
      readonly expected?: [status: number, className: string];
    }
    const attacks: Record<string, Attack> = {
      unsigned: { made: { signedBy: 'NOBODY' } },
      'signature stripped': { turned: (xml) => xml.replace(signatureIn(xml), '') },
      'another name under the signature': { turned: (xml) => xml.replaceAll(mallory, victim()) },
      'XSW1: the signed response in the signature of another': {
        made: { isResponseSigned: true },
        turned: wrappedResponse((evil, signature, original) =>
          evil.replace(signature, signature.replace('</Signature>', `${original}</Signature>`)),
        ),
      },
      'XSW2: the signed response before the signature of another': {
        made: { isResponseSigned: true },
        turned: wrappedResponse((evil, signature, original) => evil.replace(signature, `${original}${signature}`)),
      },
      'XSW3: another assertion before the signed one': {
        turned: wrapped(({ evil, assertion }) => `${evil}${assertion}`),
      },
      'XSW4: the signed assertion in another': {
        turned: wrapped(({ evil, assertion }) => evil.replace(/<\/saml:Assertion>$/, `${assertion}</saml:Assertion>`)),
      },
      'XSW5: the signature at another assertion, the signed one behind': {
        turned: wrapped(({ evilSigned, bare }) => `${evilSigned}${bare}`),
      },
      'XSW6: the signed assertion in the signature of another': {
        turned: wrapped(({ evilSigned, bare }) => evilSigned.replace('</Signature>', `${bare}</Signature>`)),
      },
      'XSW7: another assertion among the extensions': {
        turned: wrapped(
          ({ evil, assertion }) =>
            `<samlp:Extensions xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">${evil}</samlp:Extensions>${assertion}`,
        ),
      },
      'XSW8: the signed assertion as an object of the signature of another': {
        turned: wrapped(({ evilSigned, bare }) =>
          evilSigned.replace('</Signature>', `<Object>${bare}</Object></Signature>`),
        ),
      },
      ...Object.fromEntries(
        Object.entries({
          'the signed response in the signature of another': wrappedResponse((evil, signature, original) =>
            evil.replace(signature, signature.replace('</Signature>', `<Object>${original}</Object></Signature>`)),
          ),
          'the signed response before the signature of another': wrappedResponse((evil, signature, original) =>
            evil.replace(signature, `${original}${signature}`),
          ),
          'the signed response behind everything of another': wrappedResponse((evil, _, original) =>
            evil.replace(/<\/samlp:Response>$/, `${original}</samlp:Response>`),
          ),
          'another assertion before the one that the signature covers': wrapped(
            ({ evil, assertion }) => `${evil}${assertion}`,
          ),
          'another assertion behind the one that the signature covers': wrapped(
            ({ evil, assertion }) => `${assertion}${evil}`,
          ),
          'another assertion among the extensions': wrapped(
            ({ evil, assertion }) =>
              `<samlp:Extensions xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">${evil}</samlp:Extensions>${assertion}`,
          ),
          'another name under the signature': (xml: string) => xml.replaceAll(mallory, victim()),
          'its signature moved into the assertion': (xml: string) => {
            const signature = signatureIn(xml);
            return xml
              .replace(signature, '')
              .replace('</saml:Issuer><saml:Subject', () => `</saml:Issuer>${signature}<saml:Subject`);
          },
          'its signature stripped': (xml: string) => xml.replace(signatureIn(xml), ''),
          'its reference emptied': (xml: string) => xml.replaceAll(mallory, victim()).replace(/URI="#[^"]*"/, 'URI=""'),
        }).map(([name, turned]) => [
          `an answer signed as a whole alone, ${name}`,
          { made: { isResponseSigned: true, isAssertionSigned: false }, turned },
        ]),
      ),
      'two signed assertions': { turned: wrapped(({ assertion }) => `${assertion}${assertion}`) },
      'for another audience': { made: { audience: 'https://another.example' } },
      'for another recipient': { made: { recipient: 'https://another.example/acs' } },
      'for another destination': { made: { destination: 'https://another.example/acs' } },
      'of another issuer': { made: { issuer: 'https://another.example' } },
      'too late': { made: { lifetimeInSeconds: -120 } },
      'without an end': { turned: (xml) => xml.replaceAll(/ NotOnOrAfter="[^"]*"/g, '') },
      'to a request that nobody made': { made: { inResponseTo: `_${'0'.repeat(32)}` } },
      'to no request': { made: { inResponseTo: '' } },
      'of a foreign certificate that it brings along': { made: { signedBy: 'FOREIGN' } },
      'of a foreign certificate, as a whole too': { made: { signedBy: 'FOREIGN', isResponseSigned: true } },
      'by SHA-1': { made: { isWeak: true } },
      'with a document type': {
        turned: (xml) => `<!DOCTYPE x [<!ENTITY e "${victim()}">]>${xml.replace(/<\?xml[^>]*>/, '')}`,
      },
      'with a comment in the name': {
        made: () => ({ emailAddress: `${victim()}.evil.example`, nameId: `${victim()}.evil.example` }),
        turned: (xml) => xml.replaceAll(`${victim()}.evil.example`, `${victim()}<!---->.evil.example`),
      },
      'of a sign-in that failed': { made: { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' } },
      'that is cut off': { turned: (xml) => xml.slice(0, -40), expected: [400, 'MalformedRequest'] },
      'that is no response': { turned: () => '<hello/>', expected: [400, 'MalformedRequest'] },
      'that is no XML': { turned: () => 'hello', expected: [400, 'MalformedRequest'] },
      'that is not there': { fields: () => ({ RelayState: '/' }), expected: [400, 'MalformedRequest'] },
      'that is no base64': { fields: () => ({ SAMLResponse: '<<<>>>' }), expected: [400, 'MalformedRequest'] },
      'that is there twice': {
        fields: () => ({ SAMLResponse: 'aGVsbG8=&SAMLResponse=aGVsbG8=' }),
        expected: [400, 'MalformedRequest'],
      },
    };

    test.each(Object.entries(attacks))(
      '%s: it opens nothing, and the honest one does afterwards',
      async (_, { made = {}, turned = (xml: string) => xml, fields, expected = [401, 'IdentityProviderFailure'] }) => {
        const before = await left();
        const browser = new SsoBrowser(app);
        const request = await browser.begin(a.guid);
        const xml = turned(await answerTo(request, mallory, typeof made === 'function' ? made(request) : made));
        const posted = await (fields ? browser.post(a.guid, '', fields(xml)) : browser.post(a.guid, xml));
        expect(posted).toEqual({ status: expected[0], className: expected[1], code: undefined });
        expect(await left()).toEqual(before);
        expect((await browser.post(a.guid, await answerTo(request, victim()))).status).toBe(303);
      },
    );

    test('an answer is taken once, and so is its code', async () => {
      const browser = new SsoBrowser(app);
      const xml = await answerTo(await browser.begin(a.guid), victim());
      const [first, again] = [await browser.post(a.guid, xml), await browser.post(a.guid, xml)];
      expect([first.status, again]).toEqual([
        303,
        { status: 401, className: 'IdentityProviderFailure', code: undefined },
      ]);
      expect([(await browser.end(first.code!)).status, (await browser.end(first.code!)).body.className]).toEqual([
        200,
        'IdentityProviderFailure',
      ]);
    });

    test('another browser’s answer opens nothing, and leaves it to the one that asked', async () => {
      const [mine, theirs] = [new SsoBrowser(app), new SsoBrowser(app)];
      await theirs.begin(a.guid);
      const { code } = await mine.post(a.guid, await answerTo(await mine.begin(a.guid), victim()));
      const before = await left();
      for (const browser of [theirs, new SsoBrowser(app)])
        expect(await browser.end(code!)).toMatchObject({ status: 401, body: { className: 'IdentityProviderFailure' } });
      expect(await left()).toEqual(before);
      expect((await mine.end(code!)).status).toBe(200);
    });

    test('an answer for one organization opens no other, and neither does another provider’s', async () => {
      const browser = new SsoBrowser(app);
      const [request, elsewhere] = [await browser.begin(a.guid), await browser.begin(b.guid)];
      expect((await browser.post(b.guid, await answerTo(request, victim()))).status).toBe(401);
      expect(
        (await browser.post(a.guid, await answerTo(request, victim(), { issuer: provider.is.entityId }, other))).status,
      ).toBe(401);
      expect((await browser.post(b.guid, await answerTo(elsewhere, b.admin.emailAddress))).status).toBe(401);
    });

    test('a code is void after two minutes, and a request after fifteen', async () => {
      const browser = new SsoBrowser(app);
      const request = await browser.begin(a.guid);
      const { code } = await browser.post(a.guid, await answerTo(request, victim()));
      await database.query("update sso_requests set answered_at = answered_at - interval '2 minutes'");
      expect((await browser.end(code!)).status).toBe(401);
      const late = await browser.begin(a.guid);
      await database.query("update sso_requests set asked_at = asked_at - interval '15 minutes'");
      expect((await browser.post(a.guid, await answerTo(late, victim()))).status).toBe(401);
    });

    test('ten megabytes are refused, whatever they are, and so is what no form sends', async () => {
      const post = (body: string, type: string) =>
        fetch(`${app.url}/api/saml/${a.guid}/acs`, { method: 'POST', headers: { 'content-type': type }, body });
      const large = await post(`SAMLResponse=${'A'.repeat(10_000_000)}`, 'application/x-www-form-urlencoded').catch(
        () => null,
      );
      if (large)
        expect([large.status, ((await large.json()) as { className: string }).className]).toEqual([
          413,
          'PayloadTooLarge',
        ]);
      expect((await post('{"SAMLResponse":"x"}', 'application/json')).status).toBe(415);
      expect((await app.call('GET', '/auth/auth-method?identifier=x')).status).toBe(200);
    });
  });
}
