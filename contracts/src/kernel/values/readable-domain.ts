import punycode from 'punycode.js';
import { asciiDomain } from './ascii-domain.ts';

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
    const shown = punycode.decode(label.slice(4).toLowerCase());
    const isPlain = SCRIPTS.some((script) => script.test(shown)) && !LOOKS_LATIN.test(shown);
    // What is shown must lead back to what is stored.
    return isPlain && asciiDomain(`${shown}.example`) === `${label.toLowerCase()}.example` ? shown : label;
  } catch {
    return label;
  }
}
