import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { inflateRawSync } from 'node:zlib';
import { selfSigned } from './self-signed.ts';
import type { MadeAnswer, ProviderDescription } from './identity-provider.ts';

interface Samlp {
  getSamlResponse(options: object, user: object, done: (error: Error | null, xml: string) => void): void;
}

// An identity provider in a process of its own, by samlp. It signs in everyone who states a name, and forges answers on
// request.
const samlp = createRequire(import.meta.url)('samlp') as Samlp;
const [own, foreign] = [selfSigned('Test identity'), selfSigned('Somebody else')];
const pemOf = (base64: string) =>
  `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)!.join('\n')}\n-----END CERTIFICATE-----\n`;
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
let base = '';
const entityId = () => `${base}/metadata`;

/** The answer to a request, for a given person. */
function make({
  emailAddress,
  nameId = emailAddress,
  displayName = 'Iris Vale',
  acsUrl,
  audience,
  inResponseTo,
  destination = acsUrl,
  recipient = acsUrl,
  ...more
}: MadeAnswer): Promise<string> {
  const { certificate, key } = more.signedBy === 'FOREIGN' ? foreign : own;
  const options = {
    cert: pemOf(certificate),
    key: key.export({ format: 'pem', type: 'pkcs8' }).toString(),
    issuer: more.issuer ?? entityId(),
    audience,
    recipient,
    destination,
    inResponseTo,
    lifetimeInSeconds: more.lifetimeInSeconds ?? 300,
    signAssertion: more.isAssertionSigned ?? more.signedBy !== 'NOBODY',
    signResponse: more.isResponseSigned ?? false,
    signatureAlgorithm: more.isWeak ? 'rsa-sha1' : 'rsa-sha256',
    digestAlgorithm: more.isWeak ? 'sha1' : 'sha256',
    ...(more.nameIdFormat && { nameIdentifierFormat: more.nameIdFormat }),
    ...(more.status && { samlStatusCode: more.status }),
  };
  const user = {
    id: nameId,
    emails: [{ value: emailAddress }],
    displayName,
    name: {
      givenName: more.givenName ?? displayName.split(' ')[0],
      familyName: more.surname ?? displayName.split(' ')[1] ?? '',
    },
  };
  return new Promise((done, failed) =>
    samlp.getSamlResponse(options, user, (error, xml) => (error ? failed(error) : done(xml))),
  );
}

const page = (reply: ServerResponse, body: string) =>
  reply
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><html lang="en"><title>Test identity</title><h1>Test identity</h1>${body}</html>`);

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url!, base);
  if (pathname === '/make') return void reply.end(await make(JSON.parse(await bodyOf(request)) as MadeAnswer));
  if (pathname === '/metadata') return void reply.writeHead(200, { 'content-type': 'application/xml' }).end(metadata());
  const asked = searchParams.get('SAMLRequest') ?? '';
  if (pathname === '/sso') {
    return void page(
      reply,
      `<form action="/answer"><input type="hidden" name="SAMLRequest" value="${escaped(asked)}"><label>Address <input name="address"></label><button>Continue</button></form>`,
    );
  }
  const xml = inflateRawSync(Buffer.from(asked, 'base64')).toString('utf8');
  const match = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? '';
  const acsUrl = match(/AssertionConsumerServiceURL="([^"]*)"/);
  const made = await make({
    emailAddress: searchParams.get('address')!,
    acsUrl,
    audience: match(/Issuer[^>]*>([^<]*)</),
    inResponseTo: match(/\sID="([^"]*)"/),
  });
  page(
    reply,
    `<form method="post" action="${escaped(acsUrl)}"><input type="hidden" name="SAMLResponse" value="${Buffer.from(made).toString('base64')}"><button>Go on</button></form><script>document.forms[0].submit()</script>`,
  );
}

const metadata = () => `<?xml version="1.0"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId()}"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${own.certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${base}/sso"/></IDPSSODescriptor></EntityDescriptor>`;

const server = createServer(
  (request, reply) => void answer(request, reply).catch((error: unknown) => reply.writeHead(500).end(String(error))),
);
server.listen(0, '127.0.0.1', () => {
  base = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  process.send!({
    entityId: entityId(),
    ssoUrl: `${base}/sso`,
    certificate: own.certificate,
    foreignCertificate: foreign.certificate,
    base,
    metadata: metadata(),
  } satisfies ProviderDescription);
});
process.once('disconnect', () => process.exit(0));
