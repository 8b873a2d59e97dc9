import fc from 'fast-check';
import { networkOf, networksOf } from './network-of-address.ts';

describe('the network that counts as one sender', () => {
  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:0:0:0:9', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['nowhere', 'nowhere'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test('is the same for all addresses of a /64, and another for every other', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    fc.assert(
      fc.property(
        fc.array(group, { minLength: 4, maxLength: 4 }),
        fc.array(group, { minLength: 4, maxLength: 4 }),
        fc.array(group, { minLength: 4, maxLength: 4 }),
        (network, host, other) => {
          const written = (groups: readonly number[]) => groups.map((one) => one.toString(16)).join(':');
          const first = networkOf(written([0x2000 | (network[0]! & 0xfff), ...network.slice(1), ...host]));
          expect(networkOf(written([0x2000 | (network[0]! & 0xfff), ...network.slice(1), ...other]))).toBe(first);
          expect(
            networkOf(written([0x2000 | (network[0]! & 0xfff), ...network.slice(1, 3), network[3]! ^ 1, ...host])),
          ).not.toBe(first);
        },
      ),
    );
  });

  test('is part of wider ones, which identify an owner of many networks', () => {
    expect(networksOf('2001:db8:1:2::1')).toEqual(['2001:db8::/32', '2001:db8:1::/48', '2001:db8:1:2::/64']);
    expect(networksOf('::ffff:203.0.113.7')).toEqual(['203.0.0.0/16', '203.0.113.0/24', '203.0.113.7']);
  });
});
