import { inflateRawSync } from 'node:zlib';

/** An authentication request to a provider. */
export interface SentRequest {
  readonly url: URL;
  readonly inResponseTo: string;
  readonly acsUrl: string;
  readonly audience: string;
}

export function readRequest(address: string): SentRequest {
  const url = new URL(address);
  const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest')!, 'base64')).toString('utf8');
  const match = (pattern: RegExp) => pattern.exec(xml)![1]!;
  return {
    url,
    inResponseTo: match(/\sID="([^"]*)"/),
    acsUrl: match(/AssertionConsumerServiceURL="([^"]*)"/),
    audience: match(/Issuer[^>]*>([^<]*)</),
  };
}
