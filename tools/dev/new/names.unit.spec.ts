import { camel, isKebab, pascal, past, plural, sentence } from './names.mjs';

test.each([
  ['approve', 'approved'],
  ['cancel', 'cancelled'],
  ['notify', 'notified'],
  ['withdraw', 'withdrawn'],
  ['verify', 'verified'],
  ['acknowledge', 'acknowledged'],
  ['reopen', 'reopened'],
])('the event of the verb %s says %s', (verb, expected) => {
  expect(past(verb)).toBe(expected);
});

test.each([
  ['vendor', 'vendors'],
  ['company', 'companies'],
  ['access', 'accesses'],
])('the address of a %s is below %s', (noun, expected) => {
  expect(plural(noun)).toBe(expected);
});

test('identifiers and titles follow from the typed name', () => {
  expect([camel('vendor-list'), pascal('vendor-list'), sentence('vendor-list')]).toEqual([
    'vendorList',
    'VendorList',
    'Vendor list',
  ]);
});

test('names are lower case, joined by hyphens', () => {
  expect(['vendors', 'vendor-list', 'top10'].every(isKebab)).toBe(true);
  expect(['Vendors', 'vendor_list', '-list', 'a--b', ''].some(isKebab)).toBe(false);
});
