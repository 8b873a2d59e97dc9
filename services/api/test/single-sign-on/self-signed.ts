import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const size =
    content.length < 128
      ? [content.length]
      : content.length < 256
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const time = (at: Date): Buffer => der(0x17, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`));
const SHA256_WITH_RSA = sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05));
const DAY_MS = 86_400_000;

/** Creates a self-signed certificate (X.509 version 3) in base64, with its key. */
export function selfSigned(
  name: string,
  modulusLength = 2_048,
): { readonly certificate: string; readonly key: KeyObject } {
  const { privateKey: key, publicKey } = generateKeyPairSync('rsa', { modulusLength });
  const names = sequence(der(0x31, sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(name)))));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    SHA256_WITH_RSA,
    names,
    sequence(time(new Date(Date.now() - DAY_MS)), time(new Date(Date.now() + 365 * DAY_MS))),
    names,
    publicKey.export({ format: 'der', type: 'spki' }),
  );
  return {
    certificate: sequence(body, SHA256_WITH_RSA, der(0x03, Buffer.from([0]), sign('sha256', body, key))).toString(
      'base64',
    ),
    key,
  };
}
