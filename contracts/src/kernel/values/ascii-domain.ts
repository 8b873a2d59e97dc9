const MAX_DOMAIN = 253;
/** Characters with a meaning in a web address: with them, URL would read more or less than a host. */
const NO_HOST = /[\s\p{Cc}/\\:?#@%[\]<>^|]/u;
const ONLY_ASCII = /^[\0-\x7f]*$/;

/** A domain name in ASCII: 'müller.example' as 'xn--mller-kva.example'. One that has no such form stays as it is. */
export function asciiDomain(domain: string): string {
  if (ONLY_ASCII.test(domain) || NO_HOST.test(domain)) return domain;
  const ascii = URL.parse(`http://${domain}`)?.hostname ?? '';
  return ascii.length > 0 && ascii.length <= MAX_DOMAIN ? ascii : domain;
}
