import { readFileSync } from 'node:fs';
import { app, organization, provider } from './sso-scene.ts';

/** Tests of reading a provider's metadata in the forms that providers write. */
export function describeProviderMetadata(): void {
  describe('metadata as providers write them', () => {
    const certificate = () => provider.is.metadata;
    const group = (...entities: string[]) =>
      `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" Name="group">${entities.map((xml) => xml.replace(/<\?xml[^>]*>\s*/, '')).join('\n')}</EntitiesDescriptor>`;
    const service = `<EntityDescriptor entityID="urn:sp"><SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"/></EntityDescriptor>`;
    let guid: string;
    let token: string;
    beforeAll(async () => {
      ({
        guid,
        admin: { token },
      } = await organization('Written Works', 'written.example'));
    });
    const set = (metadataXml: string) => app.call('PUT', `/orgs/${guid}/sso`, { token, body: { metadataXml } });

    test.each<[string, () => string]>([
      [
        'a comment',
        () => certificate().replace('<KeyDescriptor', '<!-- signing <!DOCTYPE is text here --><KeyDescriptor'),
      ],
      ['CDATA', () => certificate().replace(/<X509Certificate>([^<]*)</, '<X509Certificate><![CDATA[$1]]><')],
      [
        'a comment in a certificate',
        () => certificate().replace(/<X509Certificate>(.{64})/, '<X509Certificate>$1<!-- x -->\n'),
      ],
      [
        'processing instructions',
        () => certificate().replace('?>', '?><?xml-stylesheet type="text/xsl" href="x.xsl"?>'),
      ],
      ['a byte order mark', () => `\uFEFF${certificate()}`],
      ['a group of one', () => group(certificate())],
      ['a group with a service', () => group(service, group(certificate()))],
    ])('are read with %s', async (_, xml) => {
      expect(await set(xml())).toMatchObject({ status: 200, body: { pending: { entityId: provider.is.entityId } } });
    });

    test.each(['cdata-name', 'comments', 'stylesheet-pi'])('are read as the example %s has them', async (name) => {
      const xml = readFileSync(new URL(`./metadata/${name}.xml`, import.meta.url), 'utf8');
      expect(await set(xml)).toMatchObject({
        status: 200,
        body: { pending: { entityId: 'https://idp.trial.example/x' } },
      });
    });

    test.each<[string, () => string, RegExp]>([
      [
        'two providers',
        () => group(certificate(), certificate().replace('entityID="', 'entityID="x')),
        /Has 2 identity providers/,
      ],
      ['no provider', () => group(service), /identity provider/],
      [
        'a document type',
        () => `<!DOCTYPE x [<!ENTITY e "x">]>${certificate().replace(/<\?xml[^>]*>/, '')}`,
        /document type/,
      ],
    ])('with %s are refused, and the error says so', async (_, xml, message) => {
      expect(await set(xml())).toMatchObject({
        status: 400,
        body: { fieldErrors: [{ field: 'metadataXml', message: expect.stringMatching(message) }] },
      });
    });
  });
}
