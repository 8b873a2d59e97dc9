import fc from 'fast-check';
import { createWorksiteRequest } from '../../units/unit-requests.ts';
import { dialAddress } from './dial-address.ts';
import { phoneNumber } from './phone-number.ts';

test.each([
  ['911', 'tel:911'],
  ['112', 'tel:112'],
  ['780 555 0111', 'tel:7805550111'],
  ['+1 (780) 555-0111', 'tel:+17805550111'],
  ['(+44) 20.7946.0958', 'tel:+442079460958'],
  ['780-555-0111 ext. 12', 'tel:7805550111;ext=12'],
  ['780-555-0111 x12', 'tel:7805550111;ext=12'],
  ['780-555-0111 Extension 4501', 'tel:7805550111;ext=4501'],
  ['08 5550 0133 #7', 'tel:0855500133;ext=7'],
  ['780\u00A0555\u20110111', 'tel:7805550111'],
])('%s is a phone number and can be dialled', (typed, address) => {
  expect(phoneNumber.safeParse(` ${typed} `).success).toBe(true);
  expect(dialAddress(typed)).toBe(address);
});

test.each([
  ...['Gate 2', 'Bob', '1', '+', '()', 'ext 12', 'call 911', '911 or 112', '780 555 0111 Bob', 'javascript:alert(1)'],
  ...['780+5550111', '++1 780 555 0111', '780 555 0111\n911', '1'.repeat(21), '780 555 0111 ext', '٧٨٠ ٥٥٥'],
])('%j is none: it is refused with the field’s text, and old values of this kind are no link', (text) => {
  expect(phoneNumber.safeParse(text).error?.issues).toMatchObject([
    { message: 'Enter a phone number, for example +1 780 555 0111 ext. 12' },
  ]);
  expect(dialAddress(text)).toBeNull();
  expect(createWorksiteRequest.safeParse({ name: 'Yard', emergencyPhone: text }).success).toBe(false);
});

test('a worksite may have no emergency number', () => {
  for (const none of [null, '', ' '])
    expect(createWorksiteRequest.safeParse({ name: 'Yard', emergencyPhone: none }).success).toBe(true);
});

test('a dialled address has nothing but digits, a plus sign and an extension, whatever was stored', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\d +().x#-]{0,30}$/)), (text) => {
      expect(dialAddress(text) ?? 'tel:911').toMatch(/^tel:\+?\d{2,20}(?:;ext=\d{1,8})?$/);
    }),
  );
});
