import { randomBytes, randomUUID } from 'node:crypto';
import { MailedLinks } from './mailed-links.ts';
import { SealedRows } from '@plimsoll/event-store/crypto/sealed-rows';

const key = randomBytes(32);
const links = MailedLinks.ofVerifications(key);
const guid = randomUUID();

test('a token contains its row’s guid and is deterministic', () => {
  expect(links.read(links.tokenOf(guid))).toEqual({ guid });
  expect(MailedLinks.ofVerifications(key).tokenOf(guid)).toBe(links.tokenOf(guid));
});

test.each([
  ['of another kind of link', MailedLinks.ofResets(key).tokenOf(guid), 'UNKNOWN'],
  ['of another installation', MailedLinks.ofVerifications(randomBytes(32)).tokenOf(guid), 'UNKNOWN'],
  ['of which one sign was changed', links.tokenOf(guid).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), 'UNKNOWN'],
  ['that is cut', links.tokenOf(guid).slice(0, -1), 'MALFORMED'],
  ['with something behind it', `${links.tokenOf(guid)}A`, 'MALFORMED'],
  ['with a line break', `${links.tokenOf(guid)}\n`, 'MALFORMED'],
  ['that is empty', '', 'MALFORMED'],
])('a token %s opens nothing', (_, token, expected) => {
  expect(links.read(token)).toBe(expected);
});

test('a row is decrypted only for its guid and purpose', () => {
  const rows = new SealedRows<{ name: string }>(key, 'test rows');
  const sealed = rows.seal(guid, { name: 'Nora Reef' });
  expect(sealed.toString('latin1')).not.toContain('Nora');
  expect(rows.open(guid, sealed)).toEqual({ name: 'Nora Reef' });
  expect(() => rows.open(randomUUID(), sealed)).toThrow();
  expect(() => new SealedRows(key, 'other rows').open(guid, sealed)).toThrow();
});
