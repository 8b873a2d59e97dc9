import { Resolver } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** Nothing may be sent to an address; the message says why. */
export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed';
}

/** A name has no address at the moment. */
export class NameNotResolved extends Error {
  override readonly name = 'NameNotResolved';
}

const RESOLVE_TIMEOUT_MS = 2_000;
const HTTPS_PORT = 443;
const LAST_RESERVED_PORT = 1_023;

/**
 * Networks refused although IANA registries call them public: 2001::/23 contains Teredo and test ranges, 2002::/16 is
 * 6to4, and 168.63.129.16 is a metadata service inside a cloud.
 */
const DENIED = ['168.63.129.16/32', '192.88.99.0/24', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map(
  (network) => ipaddr.parseCIDR(network),
);
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

const isIn = (address: Address, [network, bits]: Network): boolean =>
  address.kind() === network.kind() && address.match(network, bits);

/** Whether an address is public unicast. */
function isPublic(address: Address): boolean {
  return (
    address.range() === 'unicast' &&
    (address.kind() === 'ipv4' || isIn(address, GLOBAL_UNICAST)) &&
    !DENIED.some((network) => isIn(address, network))
  );
}

/** Resolves a name to all its addresses; an empty list if there are none. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/** Resolves by DNS only, never from the hosts file. @param servers default: the name servers of the machine. */
export const resolveWith =
  (servers: readonly string[]): ResolveName =>
  async (name) => {
    const resolver = new Resolver({ timeout: RESOLVE_TIMEOUT_MS, tries: 1 });
    if (servers.length > 0) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), RESOLVE_TIMEOUT_MS);
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    } finally {
      clearTimeout(timer);
    }
  };

/** Decides which addresses may receive requests: public ones by https, and networks that the operator permits. */
export class WebhookAddresses {
  readonly #permitted: readonly Network[];

  /** @param networks permitted in addition to public addresses, also by http: `10.1.0.0/16`. */
  constructor(
    networks: readonly string[],
    private readonly resolve: ResolveName,
  ) {
    this.#permitted = networks.map((network) =>
      network.includes('/')
        ? ipaddr.parseCIDR(network)
        : ipaddr.parseCIDR(`${network}/${network.includes(':') ? 128 : 32}`),
    );
  }

  /** Checks a URL when it is entered. A name without an address is accepted. @throws AddressNotAllowed */
  async demandAllowed(url: URL): Promise<void> {
    await this.addressesOf(url).catch((error: unknown) => {
      if (!(error instanceof NameNotResolved)) throw error;
    });
  }

  /** Resolves a URL to addresses, all of them allowed. @throws AddressNotAllowed, NameNotResolved */
  async addressesOf(url: URL): Promise<readonly string[]> {
    if (url.protocol !== 'https:' && (url.protocol !== 'http:' || this.#permitted.length === 0))
      throw new AddressNotAllowed('It is not https');
    if (url.username !== '' || url.password !== '') throw new AddressNotAllowed('It names a user');
    const port = Number(url.port || (url.protocol === 'https:' ? HTTPS_PORT : 80));
    if (port !== HTTPS_PORT && port <= LAST_RESERVED_PORT)
      throw new AddressNotAllowed('Its port is neither 443 nor above 1023');
    const host = url.hostname
      .replace(/^\[|\]$/g, '')
      .replace(/\.$/, '')
      .toLowerCase();
    if (host === '' || host === 'localhost' || host.endsWith('.localhost'))
      throw new AddressNotAllowed('It is the machine itself');
    if (ipaddr.isValid(host)) return [this.#assertAllowed(host, url)];
    const found = await this.resolve(host);
    if (found.length === 0) throw new NameNotResolved('The name has no address');
    return found.map((address) => this.#assertAllowed(address, url));
  }

  #assertAllowed(text: string, { protocol }: URL): string {
    const address = ipaddr.parse(text);
    const isPermitted = this.#permitted.some((network) => isIn(address, network));
    if (!isPermitted && (protocol !== 'https:' || !isPublic(address)))
      throw new AddressNotAllowed('Its address is not public');
    return text;
  }
}
