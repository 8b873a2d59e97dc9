import punycode from 'punycode.js';

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

/** An address as people read it: its domain in its own script, unless it could be taken for another. */
export function readableAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + readableDomain(address.slice(at));
}

/** A domain name as people read it: 'xn--mller-kva.example' as 'müller.example'. */
export const readableDomain = (domain: string): string =>
  domain
    .split('.')
    .map((label) => (/^xn--/i.test(label) ? readableLabel(label) : label))
    .join('.');

/** Scripts that one word of a language may mix: Chinese, Japanese and Korean use several. */
const SCRIPTS = [
  /^[\p{Script=Latin}\p{M}\d-]+$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆\d-]+$/u,
  /^[\p{Script=Han}\p{Script=Hangul}\d-]+$/u,
  /^[\p{Script=Han}\p{Script=Bopomofo}\d-]+$/u,
  ...['Arabic', 'Armenian', 'Bengali', 'Canadian_Aboriginal', 'Devanagari', 'Ethiopic', 'Georgian', 'Greek'].map(
    ofScript,
  ),
  ...['Gujarati', 'Gurmukhi', 'Hebrew', 'Kannada', 'Khmer', 'Lao', 'Malayalam', 'Myanmar'].map(ofScript),
  ...['Oriya', 'Sinhala', 'Tamil', 'Telugu', 'Thai', 'Cyrillic'].map(ofScript),
];
function ofScript(script: string): RegExp {
  return new RegExp(`^[\\p{Script=${script}}\\p{M}\\d-]+$`, 'u');
}
/** Cyrillic and Greek words that look Latin: 'аррӏе' in Cyrillic reads as 'apple'. */
const LOOKS_LATIN = /^[асеһіјӏорԛѕԝхуѵьαικνορτυχγ\d-]+$/u;

function readableLabel(label: string): string {
  try {
    const shown = punycode.toUnicode(label.toLowerCase());
    const isPlain = SCRIPTS.some((script) => script.test(shown)) && !LOOKS_LATIN.test(shown);
    // What is shown must lead back to what is stored.
    return isPlain && asciiDomain(`${shown}.example`) === `${label.toLowerCase()}.example` ? shown : label;
  } catch {
    return label;
  }
}
