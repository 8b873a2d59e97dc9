import { readRequest } from './sent-request.ts';
import { SsoBrowser } from './sso-browser.ts';
import { selfSigned } from './self-signed.ts';
import { TEST_PASSWORD } from '../test-application.ts';
import {
  addressIn,
  answerTo,
  app,
  comeIn,
  connect,
  database,
  names,
  organization,
  other,
  person,
  prove,
  provider,
  tokenOf,
  verify,
} from './sso-scene.ts';

/** Tests of setting up a provider and domains, and of what members may then change in their accounts. */
export function describeSsoSettings(): void {
  describe('setting it up', () => {
    test('data of a provider are looked at field by field', async () => {
      const {
        guid,
        admin: { token },
      } = await organization('Checked Works', 'checked.example');
      const good = {
        entityId: provider.is.entityId,
        ssoUrl: 'https://identity.example/sso',
        certificates: [provider.is.certificate],
      };
      const weak = selfSigned('weak', 1_024).certificate;
      const set = (body: object) => app.call('PUT', `/orgs/${guid}/sso`, { token, body });
      const faulty: [object, string][] = [
        [{}, 'entityId'],
        [{ entityId: 'x' }, 'ssoUrl'],
        [{ ...good, metadataXml: provider.is.metadata }, 'metadataXml'],
        [{ ...good, ssoUrl: 'http://identity.example/sso' }, 'ssoUrl'],
        [{ ...good, ssoUrl: 'javascript:x' }, 'ssoUrl'],
        [{ ...good, certificates: ['hello'] }, 'certificates.0'],
        [{ ...good, certificates: [provider.is.certificate, weak] }, 'certificates.1'],
        [{ ...good, certificates: [] }, 'certificates'],
        [{ metadataXml: '<x/>' }, 'metadataXml'],
        [{ metadataXml: `<!DOCTYPE x>${provider.is.metadata}` }, 'metadataXml'],
        [{ metadataXml: provider.is.metadata.replace('HTTP-Redirect', 'SOAP') }, 'metadataXml'],
        [{ ...good, colour: 'red' }, 'colour'],
      ];
      for (const [body, field] of faulty)
        expect([field, await set(body)]).toMatchObject([
          field,
          {
            status: 400,
            body: {
              className: 'MalformedRequest',
              fieldErrors: expect.arrayContaining([expect.objectContaining({ field })]),
            },
          },
        ]);
      expect((await app.call('GET', `/orgs/${guid}/sso`, { token })).body).toMatchObject({
        active: null,
        pending: null,
      });
      expect(await set(good)).toMatchObject({
        status: 200,
        body: {
          pending: {
            entityId: good.entityId,
            joinAutomatically: false,
            certificates: [{ subject: 'CN=Test identity', pem: expect.stringContaining('BEGIN CERTIFICATE') }],
          },
        },
      });
      const { revision } = (await app.call('GET', `/orgs/${guid}/sso`, { token })).body;
      expect((await set(good)).body.revision).toBe(revision);
    });

    test('nothing is turned on that the same admin has not tried within a quarter of an hour', async () => {
      const organized = await organization('Tried Works', 'tried.example');
      const { guid, admin } = organized;
      const second = await person(guid, addressIn('tried.example'), 'admin');
      const activate = (token: string) => app.call('POST', `/orgs/${guid}/sso/activate`, { token });
      const untested = { status: 409, body: { className: 'SsoNotTested' } };
      expect(await activate(admin.token)).toMatchObject(untested);
      expect((await app.call('POST', `/orgs/${guid}/sso/try`, { token: admin.token })).status).toBe(404);
      await app.call('PUT', `/orgs/${guid}/sso`, { token: admin.token, body: { metadataXml: provider.is.metadata } });
      expect(await activate(admin.token)).toMatchObject(untested);
      // Someone else's successful sign-in does not prove one's own.
      expect(await prove(guid, admin.token, second.emailAddress, provider)).toBe(403);
      expect(await prove(guid, admin.token, 'nobody@tried.example', provider)).toBe(403);
      expect(await activate(admin.token)).toMatchObject(untested);
      expect(await prove(guid, admin.token, admin.emailAddress, provider)).toBe(200);
      expect(await activate(second.token)).toMatchObject(untested);
      expect((await app.call('GET', `/orgs/${guid}/sso`, { token: admin.token })).body.isTried).toBe(true);
      await database.query("update sso_requests set proved_at = proved_at - interval '15 minutes' where tenant = $1", [
        guid,
      ]);
      expect(await activate(admin.token)).toMatchObject(untested);
      expect(await prove(guid, admin.token, admin.emailAddress, provider)).toBe(200);
      expect((await activate(admin.token)).status).toBe(200);
      expect((await app.call('GET', `/orgs/${guid}`, { token: second.token })).body.className).toBe(
        'SsoSessionRequired',
      );
    });

    test('new data that do not work lock no one out: the old ones stay active until the new ones were tried and turned on', async () => {
      const organized = await organization('Moving Works', 'moving.example');
      const { guid, admin } = organized;
      await connect(organized, provider, false);
      const token = await tokenOf(guid, admin.emailAddress);
      const broken = {
        entityId: other.is.entityId,
        ssoUrl: other.is.ssoUrl,
        certificates: [provider.is.foreignCertificate],
      };
      expect(await app.call('PUT', `/orgs/${guid}/sso`, { token, body: broken })).toMatchObject({
        status: 200,
        body: { active: { entityId: provider.is.entityId }, pending: { entityId: other.is.entityId } },
      });
      const browser = new SsoBrowser(app);
      const { signInUrl } = (await browser.call('POST', `/orgs/${guid}/sso/try`, { token })).body;
      expect(
        (await browser.post(guid, await answerTo(readRequest(signInUrl), admin.emailAddress, {}, other))).status,
      ).toBe(401);
      expect((await app.call('POST', `/orgs/${guid}/sso/activate`, { token })).body.className).toBe('SsoNotTested');
      expect((await comeIn(guid, admin.emailAddress)).answer.status).toBe(200);
      expect(
        (await app.call('PUT', `/orgs/${guid}/sso`, { token, body: { metadataXml: other.is.metadata } })).status,
      ).toBe(200);
      expect(await prove(guid, token, admin.emailAddress, other)).toBe(200);
      expect((await comeIn(guid, admin.emailAddress)).answer.status).toBe(200);
      expect((await app.call('POST', `/orgs/${guid}/sso/activate`, { token })).status).toBe(200);
      expect((await comeIn(guid, admin.emailAddress, {}, other)).answer.status).toBe(200);
      expect((await app.call('POST', `/orgs/${guid}/sso/deactivate`, { token })).body).toMatchObject({
        active: null,
        pending: { entityId: other.is.entityId },
      });
      expect((await app.call('GET', `/orgs/${guid}`, { token: await app.signIn(admin) })).status).toBe(200);
      expect((await app.call('GET', `/saml/${guid}/sign-in`)).status).toBe(404);
    });

    test('an answer to a request of data that were replaced meanwhile opens nothing', async () => {
      const organized = await organization('Replaced Works', 'replaced.example');
      const { guid, admin } = organized;
      await connect(organized, provider, false);
      const browser = new SsoBrowser(app);
      const request = await browser.begin(guid);
      const token = await tokenOf(guid, admin.emailAddress);
      await app.call('POST', `/orgs/${guid}/sso/deactivate`, { token });
      expect((await browser.post(guid, await answerTo(request, admin.emailAddress))).status).toBe(401);
    });
  });

  describe('a domain', () => {
    test('is verified by its TXT record alone, and says until then what the record must be', async () => {
      const {
        guid,
        admin: { token },
        domain,
      } = await organization('Record Works', 'record.example');
      const call = (method: string, path = '', body?: object) =>
        app.call(method, `/orgs/${guid}/sso/domains${path}`, { token, body });
      const added = await call('POST', '', { domain: ' Record.EXAMPLE ' });
      expect(added).toMatchObject({
        status: 201,
        body: {
          domain,
          recordName: `_plimsoll.${domain}`,
          recordValue: expect.stringMatching(/^plimsoll=[\w-]{43}$/),
          verifiedAt: null,
        },
      });
      expect((await call('POST', '', { domain })).body).toEqual(added.body);
      const missing = { status: 400, body: { className: 'MissingRelatedEntity', fieldErrors: [{ field: 'domain' }] } };
      expect(await call('POST', `/${domain}/verify`)).toMatchObject(missing);
      names.records.set(`_plimsoll.${domain}`, ['plimsoll=something-else', `${added.body.recordValue}x`]);
      expect(await call('POST', `/${domain}/verify`)).toMatchObject(missing);
      names.isSilent = true;
      expect((await call('POST', `/${domain}/verify`)).body.fieldErrors[0].message).toMatch(/did not answer/);
      names.isSilent = false;
      names.records.set(`_plimsoll.${domain}`, ['v=spf1 -all', added.body.recordValue]);
      expect(await call('POST', `/${domain}/verify`)).toMatchObject({
        status: 200,
        body: { domain, verifiedAt: expect.any(String) },
      });
      expect((await call('GET')).body).toMatchObject({
        items: [{ domain, verifiedAt: expect.any(String) }],
        totalCount: 1,
      });
      for (const name of [
        'localhost',
        'x..example',
        '-x.example',
        '1.2.3.4',
        'a@b.example',
        'x'.repeat(64) + '.example',
      ])
        expect(await call('POST', '', { domain: name })).toMatchObject({
          status: 400,
          body: { fieldErrors: [{ field: 'domain' }] },
        });
      expect((await call('POST', '/unknown.example/verify')).body.className).toBe('RecordNotFound');
      expect((await call('DELETE', '/unknown.example')).body.className).toBe('RecordNotFound');
    });

    test('is one organization’s once it is verified, and free again once that one removes it', async () => {
      const [one, two] = [
        await organization('First Works', 'shared.example'),
        await organization('Second Works', 'shared.example'),
      ];
      const added = await app.call('POST', `/orgs/${two.guid}/sso/domains`, {
        token: two.admin.token,
        body: { domain: 'shared.example' },
      });
      await verify(one);
      const taken = { status: 409, body: { className: 'DuplicateDomain' } };
      names.records.set('_plimsoll.shared.example', [added.body.recordValue]);
      expect(
        await app.call('POST', `/orgs/${two.guid}/sso/domains/shared.example/verify`, { token: two.admin.token }),
      ).toMatchObject(taken);
      const three = await organization('Third Works', 'shared.example');
      expect(
        await app.call('POST', `/orgs/${three.guid}/sso/domains`, {
          token: three.admin.token,
          body: { domain: 'shared.example' },
        }),
      ).toMatchObject(taken);
      expect(
        (await app.call('DELETE', `/orgs/${one.guid}/sso/domains/shared.example`, { token: one.admin.token })).status,
      ).toBe(204);
      expect(
        (await app.call('POST', `/orgs/${two.guid}/sso/domains/shared.example/verify`, { token: two.admin.token }))
          .status,
      ).toBe(200);
      expect((await app.call('GET', `/orgs/${one.guid}/sso/domains`, { token: one.admin.token })).body.totalCount).toBe(
        0,
      );
    });
  });

  describe('what an organization lets its people change', () => {
    test('holds where it has verified the domain of their primary address, and is refused with 403', async () => {
      const organized = await organization('Strict Works', 'strict.example');
      const { guid, admin } = organized;
      const [inside, outside] = [
        await person(guid, addressIn('strict.example')),
        await person(guid, addressIn('home.example')),
      ];
      const change = (userGuid: string, token: string, userPermissions: object) =>
        app.call('PATCH', `/org-memberships/${guid}/${userGuid}`, { token, body: { userPermissions } });
      expect((await change(inside.userGuid, admin.token, { managePassword: false })).status).toBe(403);
      await verify(organized);
      expect((await change(outside.userGuid, admin.token, { managePassword: false })).status).toBe(403);
      expect((await change(inside.userGuid, inside.token, { managePassword: true })).status).toBe(403);
      const nothing = { managePassword: false, managePersonalInformation: false, manageProfilePhoto: false };
      expect(await change(inside.userGuid, admin.token, nothing)).toMatchObject({
        status: 200,
        body: { userPermissions: nothing },
      });
      const own = `/users/${inside.userGuid}`;
      expect((await app.call('GET', own, { token: inside.token })).body.userPermissions).toEqual(nothing);
      const refused: [string, string, unknown?][] = [
        ['POST', `${own}/password`, { currentPassword: TEST_PASSWORD, newPassword: 'another-anchor-77' }],
        ['PATCH', own, { name: 'Somebody Else' }],
        ['PATCH', own, { username: 'somebody-else' }],
        ['POST', `${own}/email-addresses`, { emailAddress: 'x@home.example' }],
        ['DELETE', `${own}/photo`],
        ['PUT', `${own}/photo`, Buffer.from('x')],
      ];
      for (const [method, path, body] of refused)
        expect([path, await app.call(method, path, { token: inside.token, body })]).toMatchObject([
          path,
          { status: 403, body: { className: 'Forbidden' } },
        ]);
      expect(await change(inside.userGuid, admin.token, { managePersonalInformation: true })).toMatchObject({
        body: { userPermissions: { ...nothing, managePersonalInformation: true } },
      });
      expect((await app.call('PATCH', own, { token: inside.token, body: { name: 'Iris Vale-Lund' } })).status).toBe(
        200,
      );
      // The requests of another person must stay hidden.
      expect(
        (
          await app.call('GET', `/org-memberships?organizationGuid=${guid}&memberGuid=${inside.userGuid}`, {
            token: inside.token,
          })
        ).body.items[0].userPermissions,
      ).toBeUndefined();
      await app.call('DELETE', `/orgs/${guid}/sso/domains/strict.example`, { token: admin.token });
      expect((await app.call('GET', own, { token: inside.token })).body.userPermissions.managePassword).toBe(true);
    });
  });
}
