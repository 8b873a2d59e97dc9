import { Resolver } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** Why nothing is sent to an address. */
export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed';
}

/** A name has no address now; it may have one later. */
export class NameNotResolved extends Error {
  override readonly name = 'NameNotResolved';
}

const RESOLVED_WITHIN_MS = 2_000;
const HTTPS_PORT = 443;
const LAST_RESERVED_PORT = 1_023;

/** What the registries call public, and is not for us: within 2001::/23 are Teredo and what is for tests, 2002::/16 is 6to4, 168.63.129.16 answers inside a cloud alone. */
const OURS = ['168.63.129.16/32', '192.88.99.0/24', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map(
  (network) => ipaddr.parseCIDR(network),
);
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

const isIn = (address: Address, [network, bits]: Network): boolean =>
  address.kind() === network.kind() && address.match(network, bits);

/** Whether an address of the internet is public unicast. */
function isPublic(address: Address): boolean {
  return (
    address.range() === 'unicast' &&
    (address.kind() === 'ipv4' || isIn(address, GLOBAL_UNICAST)) &&
    !OURS.some((network) => isIn(address, network))
  );
}

/** Asks name servers for every address of a name; none where they know none. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/** In the name servers alone: what the machine itself calls by name is not for others. @param servers that are asked; the machine's own where there are none. */
export const resolveWith =
  (servers: readonly string[]): ResolveName =>
  async (name) => {
    const resolver = new Resolver({ timeout: RESOLVED_WITHIN_MS, tries: 1 });
    if (servers.length > 0) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), RESOLVED_WITHIN_MS);
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    } finally {
      clearTimeout(timer);
    }
  };

/** Where something may be sent: to what is public by https, and to the networks that the installation permits. */
export class WebhookAddresses {
  readonly #permitted: readonly Network[];

  /** @param networks that are permitted besides what is public, also by http: `10.1.0.0/16`. */
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

  /** Judges an address as it is asked for. A name that has no address yet is taken. @throws AddressNotAllowed. */
  async demandAllowed(url: URL): Promise<void> {
    await this.addressesOf(url).catch((fault: unknown) => {
      if (!(fault instanceof NameNotResolved)) throw fault;
    });
  }

  /** The addresses of the machine that a URL means, each of which is allowed. @throws AddressNotAllowed, NameNotResolved. */
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
    if (ipaddr.isValid(host)) return [this.#demandDialled(host, url)];
    const found = await this.resolve(host);
    if (found.length === 0) throw new NameNotResolved('The name has no address');
    return found.map((address) => this.#demandDialled(address, url));
  }

  #demandDialled(text: string, { protocol }: URL): string {
    const address = ipaddr.parse(text);
    const isPermitted = this.#permitted.some((network) => isIn(address, network));
    if (!isPermitted && (protocol !== 'https:' || !isPublic(address)))
      throw new AddressNotAllowed('Its address is not public');
    return text;
  }
}
