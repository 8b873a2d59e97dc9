import { emailAddress as anyEmailAddress } from '@plimsoll/contracts/kernel/values/email-address';
import { personName } from '@plimsoll/contracts/identity/requests';
import { childrenOf, textOf, type XmlElement } from './xml.ts';

const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
/**
 * Namespaces of attribute names: of Microsoft's claims (Entra, ADFS), of X.500 and eduPerson (Keycloak, Shibboleth), and
 * of the user in expressions (Okta, OneLogin).
 */
const NAMESPACES = [
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/',
  'http://schemas.xmlsoap.org/claims/',
  'http://schemas.microsoft.com/identity/claims/',
  'http://schemas.microsoft.com/ws/2008/06/identity/claims/',
  'urn:mace:dir:attribute-def:',
  'urn:oid:',
  'user.',
];
/** Attributes by meaning: names without namespace, case and separators. Earlier ones are preferred. */
const MEANINGS = {
  emailAddress: [
    'emailaddress',
    'email',
    'mail',
    '0.9.2342.19200300.100.1.3',
    '1.2.840.113549.1.9.1',
    'workemail',
    'primaryemail',
  ],
  givenName: ['givenname', 'firstname', 'given', '2.5.4.42'],
  surname: ['surname', 'lastname', 'familyname', 'sn', 'family', '2.5.4.4'],
  fullName: ['displayname', '2.16.840.1.113730.3.1.241', 'fullname', 'commonname', 'cn', '2.5.4.3', 'name'],
  login: [
    'upn',
    'userprincipalname',
    'windowsaccountname',
    'samaccountname',
    'login',
    'username',
    'uid',
    '0.9.2342.19200300.100.1.1',
  ],
} as const;

/** The form of a login: `CONTOSO\jdoe`, `jdoe@contoso.example`, `j.doe7`. */
const LOGIN = /[\\@]|^[a-z\d._-]+$/;
/** A guest's UPN in Entra, which no mail reaches: `jdoe_home.example#EXT#@contoso.onmicrosoft.com`. */
const GUEST = /#ext#@/i;

/** Names that a provider gives a person. */
export interface AssertedNames {
  readonly emailAddress: string | null;
  readonly name: string | null;
}

/**
 * Email address and display name by the attributes of an assertion, as the providers in use name them. The name is made
 * of given name and surname, else a full name. A login, such as `CONTOSO\jdoe` or a UPN, is no name.
 * @param nameId stands for a missing address if it is one.
 */
export function namesIn(assertion: XmlElement, nameId: string): AssertedNames {
  const attributes = attributesOf(assertion);
  const valuesOf = (meaning: keyof typeof MEANINGS) =>
    MEANINGS[meaning].map((name) => attributes.get(name)).filter((value) => value !== undefined);
  const emailAddress =
    [...valuesOf('emailAddress'), ...(GUEST.test(nameId) ? [] : [nameId])]
      .map((text) => anyEmailAddress.safeParse(text).data)
      .find((address) => address !== undefined) ?? null;
  const logins = new Set(
    [nameId, ...valuesOf('login'), emailAddress ?? '', ...(emailAddress?.split('@').slice(0, 1) ?? [])].map(comparable),
  );
  const isName = (text: string) => !LOGIN.test(text) && !logins.has(comparable(text));
  const fullNames = valuesOf('fullName').filter(isName);
  const [given, surname] = [valuesOf('givenName')[0], valuesOf('surname')[0]];
  const composed = given && surname ? (fullNames.find(isSurnameFirst(given, surname)) ?? `${given} ${surname}`) : null;
  const shown = composed ?? [...fullNames, given, surname].find((text) => text !== undefined && isName(text));
  return { emailAddress, name: personName.safeParse(shown).data ?? null };
}

/** Whether a full name is written without a comma with the surname first, as in Chinese, Hungarian or Japanese. */
const isSurnameFirst = (given: string, surname: string) => (fullName: string) =>
  comparable(fullName).replaceAll(' ', '') === comparable(`${surname}${given}`).replaceAll(' ', '');

const comparable = (text: string): string => text.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ');

/** Values of attributes by their short name; the first value that is not empty. A friendly name counts second. */
function attributesOf(assertion: XmlElement): ReadonlyMap<string, string> {
  const attributes = childrenOf(assertion, ASSERTION, 'AttributeStatement')
    .flatMap((statement) => childrenOf(statement, ASSERTION, 'Attribute'))
    .map((attribute) => ({
      names: [attribute.getAttribute('Name'), attribute.getAttribute('FriendlyName')].map((name) =>
        shortName(name ?? ''),
      ),
      value: childrenOf(attribute, ASSERTION, 'AttributeValue')
        .map(textOf)
        .find((text) => text !== ''),
    }));
  const values = new Map<string, string>();
  for (const place of [0, 1])
    for (const { names, value } of attributes)
      if (value !== undefined && !values.has(names[place]!)) values.set(names[place]!, value);
  return values;
}

function shortName(name: string): string {
  const lower = name.trim().toLowerCase();
  const namespace = NAMESPACES.find((prefix) => lower.startsWith(prefix)) ?? '';
  return lower.slice(namespace.length).replaceAll(/[\s_-]/g, '');
}
