import {
  NOW,
  PROVIDER,
  REQUEST_ID,
  SERVICE,
  SIGNED_PARTS,
  signedAnswer,
  type AnswerForm,
  type Attribute,
} from '../../test/single-sign-on/signed-answer.ts';
import { selfSigned } from '../../test/single-sign-on/self-signed.ts';
import { readAnswer, verifiedPerson } from './saml-answer.ts';

const judged = async (xml: string, now = NOW) => {
  const answer = readAnswer(Buffer.from(xml).toString('base64'));
  if (answer === 'NO_ANSWER') return answer;
  return 'failure' in answer ? answer.failure : verifiedPerson(answer, PROVIDER, SERVICE, now);
};

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const MAIL = 'john.doe@contoso.example';

interface ProviderForm extends Pick<AnswerForm, 'nameId' | 'prefixes' | 'inclusive' | 'digest'> {
  /** Ways in which its administrators send names. */
  readonly attributes: Readonly<Record<string, readonly Attribute[]>>;
}

/** Attribute names and signature forms as the providers' documentation and defaults have them. */
const providers: Readonly<Record<string, ProviderForm>> = {
  'Entra ID': {
    nameId: 'jdoe@contoso.example',
    prefixes: ['samlp', ''],
    attributes: {
      'default claims, the name is the UPN': [
        [`${CLAIMS}/givenname`, 'John'],
        [`${CLAIMS}/surname`, 'Doe'],
        [`${CLAIMS}/emailaddress`, MAIL],
        [`${CLAIMS}/name`, 'jdoe@contoso.example'],
      ],
      'a display name too': [
        ['http://schemas.microsoft.com/identity/claims/displayname', 'John Doe'],
        [`${CLAIMS}/emailaddress`, MAIL],
        [`${CLAIMS}/name`, 'jdoe@contoso.example'],
      ],
    },
  },
  Okta: {
    prefixes: ['saml2p', 'saml2'],
    inclusive: ['xs'],
    attributes: {
      'camel case': [
        ['firstName', 'John'],
        ['lastName', 'Doe'],
        ['email', MAIL],
        ['login', 'jdoe'],
      ],
      expressions: [
        ['user.firstName', 'John'],
        ['user.lastName', 'Doe'],
        ['user.email', MAIL],
      ],
      'a display name': [
        ['displayName', 'John Doe'],
        ['email', MAIL],
      ],
    },
  },
  Google: {
    nameId: MAIL,
    prefixes: ['saml2p', 'saml2'],
    attributes: {
      'snake case': [
        ['first_name', 'John'],
        ['last_name', 'Doe'],
      ],
      words: [
        ['First name', 'John'],
        ['Last name', 'Doe'],
        ['Primary email', MAIL],
      ],
    },
  },
  ADFS: {
    prefixes: ['samlp', ''],
    digest: 'sha512',
    attributes: {
      'claims, the name is the account': [
        [`${CLAIMS}/name`, 'CONTOSO\\jdoe'],
        [`${CLAIMS}/givenname`, 'John'],
        [`${CLAIMS}/surname`, 'Doe'],
        [`${CLAIMS}/emailaddress`, MAIL],
        [`${CLAIMS}/upn`, 'jdoe@contoso.example'],
        ['http://schemas.microsoft.com/ws/2008/06/identity/claims/windowsaccountname', 'CONTOSO\\jdoe'],
      ],
      'a common name': [
        ['http://schemas.xmlsoap.org/claims/CommonName', 'John Doe'],
        [`${CLAIMS}/emailaddress`, MAIL],
        [`${CLAIMS}/name`, 'CONTOSO\\jdoe'],
      ],
    },
  },
  OneLogin: {
    inclusive: ['xs'],
    attributes: {
      'its own names': [
        ['User.FirstName', 'John'],
        ['User.LastName', 'Doe'],
        ['User.email', MAIL],
        ['memberOf', 'x'],
      ],
    },
  },
  JumpCloud: {
    nameId: MAIL,
    attributes: {
      'lower case': [
        ['firstname', 'John'],
        ['lastname', 'Doe'],
        ['email', MAIL],
        ['username', 'john doe'],
      ],
      'names of LDAP': [
        ['givenName', 'John'],
        ['sn', 'Doe'],
        ['mail', MAIL],
      ],
    },
  },
  Keycloak: {
    nameId: 'G-8a7d2c31',
    attributes: {
      'mappers of X.500': [
        ['urn:oid:2.5.4.42', 'John', 'givenName'],
        ['urn:oid:2.5.4.4', 'Doe', 'surname'],
        ['urn:oid:1.2.840.113549.1.9.1', MAIL, 'email'],
      ],
      'mappers of properties': [
        ['firstName', 'John'],
        ['lastName', 'Doe'],
        ['email', MAIL],
        ['username', 'jdoe'],
      ],
      'friendly names only': [
        ['a1', 'John', 'givenName'],
        ['a2', 'Doe', 'surname'],
        ['a3', MAIL, 'email'],
      ],
    },
  },
};
const table = Object.entries(providers).flatMap(([provider, { attributes, ...form }]) =>
  Object.entries(attributes).flatMap(([way, list]) =>
    SIGNED_PARTS.map((signs) => [provider, way, signs, { ...form, attributes: list }] as const),
  ),
);

test.each(table)('%s, %s, signing %s: John Doe comes in by name and address', async (_, __, signs, form) => {
  expect(await judged(signedAnswer({ ...form, signs }))).toMatchObject({ emailAddress: MAIL, name: 'John Doe' });
});

describe('a display name', () => {
  const nameOf = async (attributes: readonly Attribute[], nameId = 'x') =>
    (await judged(signedAnswer({ attributes, nameId }))) as { name: string | null; emailAddress: string | null };
  test.each<[string, readonly Attribute[], string | null]>([
    ['is never a login while nothing else is known', [['name', 'CONTOSO\\jdoe']], null],
    [
      'is never a UPN',
      [
        ['displayname', 'jdoe@contoso.example'],
        ['cn', 'John Doe'],
      ],
      'John Doe',
    ],
    [
      'is never the user name',
      [
        ['name', 'J.Doe'],
        ['uid', 'j.doe'],
        ['mail', MAIL],
      ],
      null,
    ],
    [
      'is the given name if there is no more',
      [
        ['givenname', 'Ósk'],
        ['mail', MAIL],
      ],
      'Ósk',
    ],
    [
      'keeps the order of names in which the surname is first',
      [
        ['givenname', '伟'],
        ['sn', '张'],
        ['displayname', '张伟'],
      ],
      '张伟',
    ],
    [
      'is made of the names rather than of an inverted entry',
      [
        ['givenname', 'John'],
        ['sn', 'Doe'],
        ['displayname', 'Doe, John (Contractor)'],
      ],
      'John Doe',
    ],
    [
      'may equal the user name but for its space',
      [
        ['firstName', 'John'],
        ['lastName', 'Doe'],
        ['username', 'johndoe'],
      ],
      'John Doe',
    ],
    [
      'takes the first value that is not empty',
      [
        ['firstName', ''],
        ['givenname', 'John'],
        ['sn', 'Doe'],
      ],
      'John Doe',
    ],
  ])('%s', async (_, attributes, name) => {
    expect(await nameOf(attributes)).toMatchObject({ name });
  });

  test('another person’s address is not the person’s', async () => {
    expect((await nameOf([['manager.email', 'boss@contoso.example']])).emailAddress).toBeNull();
    expect((await nameOf([], 'jdoe_home.example#EXT#@contoso.onmicrosoft.com')).emailAddress).toBeNull();
  });
});

describe('a wrong answer names the check that failed', () => {
  const foreign = selfSigned('Somebody else');
  const good = (form: AnswerForm = {}) => signedAnswer({ attributes: [['email', MAIL]], ...form });
  const replaced = (from: string | RegExp, to: string) => ({ before: (xml: string) => xml.replaceAll(from, to) });
  test.each<[string, string, object]>([
    ['unsigned', good({ signs: 'NOTHING' }), { check: 'SIGNATURE_MISSING' }],
    ['signed with SHA-1', good({ digest: 'sha1' }), { check: 'ALGORITHM', found: expect.stringContaining('sha1') }],
    [
      'signed with another key',
      good({ signer: foreign, signs: 'RESPONSE' }),
      { check: 'SIGNATURE', expected: expect.stringMatching(/^SHA-256 /), found: expect.stringMatching(/^SHA-256 /) },
    ],
    ['changed after signing', good().replaceAll(MAIL, 'boss@contoso.example'), { check: 'SIGNATURE' }],
    [
      'for another audience',
      good(replaced(SERVICE.entityId, 'urn:other')),
      { check: 'AUDIENCE', expected: SERVICE.entityId, found: 'urn:other' },
    ],
    [
      'for another recipient',
      good(replaced(`Recipient="${SERVICE.acsUrl}"`, 'Recipient="https://other.example"')),
      { check: 'RECIPIENT', found: 'https://other.example' },
    ],
    ['for another destination', good(replaced('Destination="', 'Destination="x')), { check: 'DESTINATION' }],
    [
      'of another issuer',
      good(replaced('https://identity.example/metadata', 'urn:other')),
      { check: 'ISSUER', found: 'urn:other' },
    ],
    ['without a subject', good(replaced(/<saml:NameID.*<\/saml:NameID>/g, '')), { check: 'NAME_ID' }],
    [
      'without a sign-in',
      good(replaced(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/g, '')),
      { check: 'AUTHENTICATION' },
    ],
    [
      'encrypted',
      good({
        signs: 'RESPONSE',
        ...replaced(
          /<saml:Assertion.*<\/saml:Assertion>/g,
          '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>',
        ),
      }),
      { check: 'ENCRYPTION' },
    ],
    [
      'refused there',
      good(
        replaced(
          'status:Success"/>',
          'status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"/></samlp:StatusCode>',
        ),
      ),
      { check: 'STATUS', found: expect.stringContaining('AuthnFailed') },
    ],
    ['that nobody asked for', good(replaced(REQUEST_ID, '_else')), { check: 'REQUEST' }],
    ['with a comment', good().replace('<saml:Issuer', '<!-- x --><saml:Issuer'), { check: 'CONTENT' }],
  ])('%s', async (_, xml, expected) => {
    expect(await judged(xml)).toMatchObject(expected);
  });

  test.each([-3_600_000, 3_600_000])('a clock that is wrong by %i ms, with the times of both', async (by) => {
    expect(await judged(good(), new Date(NOW.getTime() + by))).toMatchObject({
      check: 'CLOCK',
      expected: new Date(NOW.getTime() + by).toISOString(),
      found: expect.stringMatching(/^NotBefore \S+, NotOnOrAfter \S+$/),
    });
  });
});
