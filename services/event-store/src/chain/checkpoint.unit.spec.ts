import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { isGenuine, keyIdOf, signCheckpoint } from './checkpoint.ts';

/** The first test vector of RFC 8032. */
const seed = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const publicBytes = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
const privateKey = createPrivateKey({
  key: Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex'),
  format: 'der',
  type: 'pkcs8',
});
const publicKey = createPublicKey(privateKey);
const statement = {
  tenant: '01890a5d-ac96-774b-bcce-b302099a8057',
  position: 2,
  hash: '0f57b3bdac5b48a008fdfcfff90f63361d8e39024452af06f80c57d872ec30eb',
  time: '2026-11-21T09:00:00.000Z',
};

it('a key is named by the SHA-256 of its 32 bytes', () => {
  expect(keyIdOf(publicKey)).toBe(
    createHash('sha256').update(Buffer.from(publicBytes, 'hex')).digest('hex').slice(0, 16),
  );
  expect(keyIdOf(publicKey)).toBe('21fe31dfa154a261');
});

it('what was signed has the published form', () => {
  const checkpoint = signCheckpoint(statement, privateKey);
  expect(checkpoint).toEqual({ ...statement, keyId: '21fe31dfa154a261', signature: expect.any(String) });
  expect(isGenuine(checkpoint, publicKey)).toBe(true);
  expect(checkpoint.signature).toBe(
    'w/E70vDAFUl9SoAq7vKPHiWiP7ezvlzVUJTEu2NyF+dAHzPn3xlwJhDh+sHOHkABUrKlx/A+QQNA/VsV9fDTDw==',
  );
});

it.each(['tenant', 'position', 'hash', 'time', 'keyId'] as const)('is not genuine with another %s', (field) => {
  const checkpoint = signCheckpoint(statement, privateKey);
  const other = field === 'position' ? 3 : `${checkpoint[field]}`.replace(/^./, (sign) => (sign === '0' ? '1' : '0'));
  expect(isGenuine({ ...checkpoint, [field]: other }, publicKey)).toBe(false);
});
