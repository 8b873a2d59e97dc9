import { MailedLinks } from '@plimsoll/shared/mailed-links';
import { MAX_EMAIL_ADDRESSES } from '@plimsoll/contracts/identity/user';
import { MAX_PASSKEYS } from '@plimsoll/contracts/identity/second-factors';
import { MAX_DOMAINS } from '@plimsoll/contracts/single-sign-on/sso';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { industries } from '../../src/organizations/locations/industries.ts';
import { codeOf } from '../identity/authenticator-app.ts';
import { SoftwareAuthenticator } from '../identity/software-authenticator.ts';
import { components } from '../incidents/sample-incident.ts';
import type { NameServer } from '../single-sign-on/name-server.ts';
import type { Answer, TestApplication, TestPerson } from '../test-application.ts';

type SignedInPerson = TestPerson & { readonly token: string };

const PASSWORD = 'quay-lantern-83';

/** People and organizations in every state that causes a refusal, for the requests and tokens of the table. */
export interface RefusalScene {
  /** Values of the table's placeholders in braces. */
  readonly names: Readonly<Record<string, string>>;
  readonly tokens: Readonly<Record<string, string>>;
  /** A browser's responses to WebAuthn options, for bodies that are no plain text. */
  readonly passkeys: Readonly<Record<'unasked', unknown>>;
}

export async function setRefusalScene(app: TestApplication, dns: NameServer): Promise<RefusalScene> {
  const admin = new pg.Client({ connectionString: app.database.adminUrl });
  await admin.connect();
  const ok = (answer: Answer): Answer => {
    if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  };
  const by = (token: string) => async (method: string, path: string, body?: unknown) =>
    ok(await app.call(method, path, { token, body }));
  const signedInPerson = async (name: string, emailAddress?: string): Promise<SignedInPerson> => {
    const person = await app.register(name, emailAddress);
    return { ...person, token: await app.signIn(person) };
  };
  const key = Buffer.from(app.options.sealingKey, 'base64');
  const [verifications, resets, invitations] = [
    MailedLinks.ofVerifications(key),
    MailedLinks.ofResets(key),
    MailedLinks.ofInvitations(key),
  ];
  const newest = async (table: string) =>
    (await admin.query<{ guid: string }>(`select guid from ${table} order by asked_at desc limit 1`)).rows[0]!.guid;
  const signUp = async (emailAddress: string): Promise<string> => {
    ok(await app.call('POST', '/onboarding', { body: { name: 'Pen Ding', emailAddress, password: PASSWORD } }));
    return verifications.tokenOf(await newest('email_verifications'));
  };

  try {
    // Accounts.
    const [nora, otto, full, passwordless] = [
      await signedInPerson('Nora Reef'),
      await signedInPerson('Otto Berg'),
      await signedInPerson('Fay Full'),
      await signedInPerson('Bea Bare'),
    ];
    await by(otto.token)('PATCH', `/users/${otto.userGuid}`, { username: 'otto-berg-1' });
    await admin.query('delete from password_credentials where user_guid = $1', [passwordless.userGuid]);
    const pendingAddress = `${uuidv7()}@example.test`;
    const signUpToken = await signUp(pendingAddress);
    const takenToken = await signUp(otto.emailAddress);
    const added = `${uuidv7()}@example.test`;
    await by(nora.token)('POST', `/users/${nora.userGuid}/email-addresses`, { emailAddress: added });
    const addedToken = verifications.tokenOf(await newest('email_verifications'));
    for (let count = 1; count < MAX_EMAIL_ADDRESSES; count++)
      await by(full.token)('POST', `/users/${full.userGuid}/email-addresses`, {
        emailAddress: `${uuidv7()}@example.test`,
      });
    const { secret } = (await by(nora.token)('POST', `/users/${nora.userGuid}/totp`)).body;
    const device = () => new SoftwareAuthenticator(`http://localhost:${app.api.port}`);
    const options = async () => (await by(full.token)('POST', `/users/${full.userGuid}/passkeys/options`)).body;
    for (let count = 0; count < MAX_PASSKEYS; count++)
      await by(full.token)('POST', `/users/${full.userGuid}/passkeys`, {
        name: `Key ${count}`,
        response: device().create(await options()),
      });

    // Two organizations: one whose only admin is Boss Quay, and one of Otto's own.
    const org = await app.found('Harbour Works');
    const boss = await app.member(org, 'admin', 'Boss Quay');
    const elsewhere = (
      await by(otto.token)('POST', '/orgs', {
        creatorGuid: otto.userGuid,
        name: 'Elsewhere Works',
        sizeRange: 'ONE_TO_TEN',
      })
    ).body;
    const ottos = await app.signIn(otto);
    const call = by(boss.token);
    const group = async (name: string): Promise<string> =>
      (await call('POST', `/orgs/${org}/reporting-groups`, { name })).body.guid;
    const worksite = async (name: string): Promise<string> =>
      (await call('POST', `/orgs/${org}/worksite-locations`, { name })).body.guid;
    const [crew, idle, archived] = [await group('Quay crew'), await group('Idle crew'), await group('Former crew')];
    await call('POST', `/orgs/${org}/reporting-groups/${archived}/archive`, {});
    const [yard, camp, shut] = [await worksite('Yard'), await worksite('Camp'), await worksite('Shut')];
    await call('POST', `/orgs/${org}/worksite-locations/${shut}/archive`);
    await call('POST', `/reported-events?organizationGuid=${org}`, {
      formGuid: nearMissForm.formGuid,
      formVersion: 1,
      occurrenceDate: '2026-03-02',
      description: 'A sling slipped.',
      components,
      worksiteGuid: yard,
      location: 'Gate 2',
      reportingGroupGuid: crew,
    });
    const [region, otherRegion] = [regions[0]!.guid, regions[1]!.guid];
    await call('POST', `/orgs/${org}/locations`, { regionGuid: region, industryGuids: [] });
    const stan = await app.member(org, 'standard', 'Stan Gill', crew);
    const inviter = await app.member(org, ['CREATE_AND_REVOKE_ORGANIZATION_INVITATIONS'], 'Inga Vite');

    // An invitation or membership request in each state.
    const invite = async (person: TestPerson, inviting = call) => {
      await inviting('PUT', '/org-invitations', {
        organizationGuid: org,
        recipientName: person.name,
        recipientEmailAddress: person.emailAddress,
      });
      const { rows } = await admin.query<{ link_guid: string }>(
        'select link_guid from invitation_v3 where email_lower = $1 order by position desc limit 1',
        [person.emailAddress.toLowerCase()],
      );
      return invitations.tokenOf(rows[0]!.link_guid);
    };
    const [decliner, late, requester, declined, joined] = [
      await signedInPerson('Dee Cline'),
      await signedInPerson('Lou Late'),
      await signedInPerson('Ask Er'),
      await signedInPerson('Des Clined'),
      await signedInPerson('Jo Ined'),
    ];
    const declinedInvitation = await invite(decliner);
    await by(decliner.token)('PATCH', `/org-invitations/${org}/${decliner.emailAddress}`, { status: 'DECLINED' });
    await invite(late);
    await app.join(org, late);
    const former = await app.member(org, 'admin', 'Fay Ormer');
    const vee = await signedInPerson('Vee Oid');
    const voidInvitation = await invite(vee, by(former.token));
    await call('PATCH', `/org-memberships/${org}/${former.userGuid}`, { isAdmin: false });
    const ottosInvitation = await invite(otto);
    for (const person of [requester, declined, joined])
      await by(person.token)('POST', `/org-invitations/${org}/request/${person.userGuid}`, {});
    await call('PATCH', `/org-invitations/${org}/request/${declined.userGuid}`, { status: 'DECLINED' });
    await app.join(org, joined);

    // Domains: one that Otto's organization now has, one without its record, and one by which an account is managed.
    const addDomain = async (token: string, guid: string, domain: string) =>
      (await by(token)('POST', `/orgs/${guid}/sso/domains`, { domain })).body as {
        recordName: string;
        recordValue: string;
      };
    const verify = async (
      token: string,
      guid: string,
      domain: string,
      { recordName, recordValue }: { recordName: string; recordValue: string },
    ) => {
      dns.records.set(recordName, [recordValue]);
      await by(token)('POST', `/orgs/${guid}/sso/domains/${domain}/verify`);
    };
    const ours = await addDomain(boss.token, org, 'taken.example');
    await addDomain(boss.token, org, 'unshown.example');
    await verify(ottos, elsewhere.guid, 'taken.example', await addDomain(ottos, elsewhere.guid, 'taken.example'));
    dns.records.set(ours.recordName, [ours.recordValue]);
    await verify(ottos, elsewhere.guid, 'held.example', await addDomain(ottos, elsewhere.guid, 'held.example'));
    for (let count = 2; count < MAX_DOMAINS; count++) await addDomain(ottos, elsewhere.guid, `domain-${count}.example`);
    await verify(boss.token, org, 'governed.example', await addDomain(boss.token, org, 'governed.example'));
    const gov = await signedInPerson('Gus Vern', 'gus@governed.example');
    await app.join(org, gov);
    ok(await app.call('PUT', `/users/${gov.emailAddress}/password-reset-request`));
    const governedReset = resets.tokenOf(await newest('password_resets'));
    await call('PATCH', `/org-memberships/${org}/${gov.userGuid}`, {
      userPermissions: { managePassword: false, managePersonalInformation: false, manageProfilePhoto: false },
    });

    const people = {
      nora,
      otto: { ...otto, token: ottos },
      full,
      bare: passwordless,
      boss,
      stan,
      inviter,
      decliner,
      late,
      asker: requester,
      declined,
      joined,
      gov,
      vee,
    };
    return {
      names: {
        ...Object.fromEntries(
          Object.entries(people).flatMap(([who, { userGuid, emailAddress }]) => [
            [who, userGuid],
            [`${who}@`, emailAddress],
          ]),
        ),
        org,
        elsewhere: elsewhere.guid,
        elsewhereId: elsewhere.username,
        crew,
        idle,
        archived,
        yard,
        camp,
        shut,
        region,
        otherRegion,
        industry: industries[0]!.guid,
        nowhere: uuidv7(),
        pending: pendingAddress,
        added,
        signUpToken,
        takenToken,
        addedToken,
        declinedInvitation,
        voidInvitation,
        ottosInvitation,
        governedReset,
        goneVerification: verifications.tokenOf(uuidv7()),
        goneReset: resets.tokenOf(uuidv7()),
        madeUp: `${'A'.repeat(63)}B`,
        wrongCode: codeOf(secret) === '000000' ? '000001' : '000000',
        password: PASSWORD,
        long: 'x'.repeat(1_001),
      },
      tokens: Object.fromEntries(Object.entries(people).map(([who, { token }]) => [who, token])),
      passkeys: { unasked: device().create({ challenge: 'x', rp: { id: 'localhost' } }) },
    };
  } finally {
    await admin.end();
  }
}
