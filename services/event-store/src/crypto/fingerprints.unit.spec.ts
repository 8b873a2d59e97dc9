import { createHmac, randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { Fingerprints, hmacUnder } from './fingerprints.ts';

it('the HMAC is that of RFC 2104, with the known answer of RFC 4231', () => {
  expect(Buffer.from(hmacUnder(Buffer.alloc(20, 0x0b))(Buffer.from('Hi There')), 'latin1').toString('hex')).toBe(
    'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  );
  for (const length of [0, 1, 32, 90, 256]) {
    const [key, message] = [randomBytes(32), randomBytes(length)];
    expect(hmacUnder(key)(message)).toBe(createHmac('sha256', key).update(message).digest('binary'));
  }
  expect(() => hmacUnder(randomBytes(32))(randomBytes(257))).toThrow('out of bounds');
});

it('the same request of the same command gives the same, another request or command another', () => {
  const prints = new Fingerprints(randomBytes(32));
  const [tenant, command, asked] = [v7(), v7(), randomBytes(32)];
  const print = prints.of(tenant, command, asked);
  expect(print).toHaveLength(32);
  expect(prints.of(tenant, command, asked)).toEqual(print);
  const others = [
    prints.of(tenant, command, randomBytes(32)),
    prints.of(v7(), command, asked),
    prints.of(tenant, v7(), asked),
    new Fingerprints(randomBytes(32)).of(tenant, command, asked),
  ];
  for (const other of others) expect(other.equals(print)).toBe(false);
});

it('verification detects an altered or moved one without the request, and a reader cannot try guesses', () => {
  const [sealingKey, tenant, command, asked] = [randomBytes(32), v7(), v7(), randomBytes(32)];
  const prints = new Fingerprints(sealingKey);
  const print = prints.of(tenant, command, asked);
  expect(prints.isGenuine(tenant, command, print)).toBe(true);
  for (let bit = 0; bit < 256; bit += 7) {
    const altered = Buffer.from(print);
    altered[bit >> 3]! ^= 1 << (bit & 7);
    expect(prints.isGenuine(tenant, command, altered)).toBe(false);
  }
  expect(prints.isGenuine(tenant, v7(), print)).toBe(false);
  expect(prints.isGenuine(v7(), command, print)).toBe(false);
  expect(prints.isGenuine(tenant, command, print.subarray(0, 16))).toBe(false);
  expect(new Fingerprints(randomBytes(32)).isGenuine(tenant, command, print)).toBe(false);
  expect(print.includes(asked.subarray(0, 16))).toBe(false);
});
