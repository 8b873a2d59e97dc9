import { isIPv4, isIPv6 } from 'node:net';

/**
 * The networks of an address, from the widest to the one that counts as one sender: an IPv4 address, or an IPv6 /64,
 * which is the least that a subscriber gets (RFC 6177), with 2^64 addresses. An IPv4-mapped IPv6 address (RFC 4291,
 * 2.5.5.2) counts as IPv4. An invalid address is a network of its own.
 */
export function networksOf(address: string): readonly [string, string, string] {
  const plain = address.split('%', 1)[0]!;
  if (isIPv4(plain)) return ofIPv4(plain.split('.').map(Number));
  if (!isIPv6(plain)) return [address, address, address];
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return ofIPv4(groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]));
  const prefix = (bits: number) =>
    `${groups
      .slice(0, bits / 16)
      .map((group) => group.toString(16))
      .join(':')}::/${bits}`;
  return [prefix(32), prefix(48), prefix(64)];
}

/** The narrowest network, which is counted. */
export const networkOf = (address: string): string => networksOf(address)[2];

function ofIPv4([one, two, three, four]: readonly number[]): readonly [string, string, string] {
  return [`${one}.${two}.0.0/16`, `${one}.${two}.${three}.0/24`, `${one}.${two}.${three}.${four}`];
}

/** The eight groups of sixteen bits, however the address is written. */
function groupsOf(address: string): readonly number[] {
  // The platform's URL parser accepts all notations, including dotted ones, and normalizes them.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const numbers = (text: string) =>
    text
      .split(':')
      .filter(Boolean)
      .map((group) => parseInt(group, 16));
  const [before, after] = [numbers(head), numbers(tail ?? '')];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
