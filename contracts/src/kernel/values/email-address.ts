import { z } from 'zod';
import { asciiDomain } from './ascii-domain.ts';

const MAX_LENGTH = 254;
/**
 * An address as it is stored: a dot-string of RFC 5321 with at most 64 characters, and a domain in ASCII with at least
 * two labels, the last one not a number. No quoted strings and no address literals: nothing that receives mail from us
 * needs them, and mail programs disagree about them.
 */
const ADDRESS =
  /^(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

/** An email address as events have it. */
export const storedEmailAddress = z.email({ pattern: ADDRESS }).max(MAX_LENGTH);

/**
 * The email address that someone types: trimmed, and with an internationalized domain in ASCII (punycode). Each route
 * that takes an address uses it.
 */
export const emailAddress = z.string().overwrite(asStored).pipe(storedEmailAddress);

/** An address as it is stored: trimmed, and its domain in ASCII. */
export function asStored(address: string): string {
  const trimmed = address.trim();
  const at = trimmed.lastIndexOf('@') + 1;
  return trimmed.length > MAX_LENGTH ? trimmed : trimmed.slice(0, at) + asciiDomain(trimmed.slice(at));
}
