type Domains = typeof import('@plimsoll/contracts/kernel/values/readable-domain');

let domains: Domains | undefined;

/** Loads the decoder of internationalized domains, for a text with one in ASCII; few organizations have any. */
export async function loadDecoderFor(text: string): Promise<void> {
  if (domains || !text.includes('xn--')) return;
  // Without the decoder, such as offline, domains are shown as they are stored.
  domains = await import('@plimsoll/contracts/kernel/values/readable-domain').catch(() => undefined);
}

/** An email address with its domain in its own script. Responses of the API load the decoder for it. */
export const readableAddress = (address: string): string => domains?.readableAddress(address) ?? address;

/** A domain name in its own script. Responses of the API load the decoder for it. */
export const readableDomain = (domain: string): string => domains?.readableDomain(domain) ?? domain;
