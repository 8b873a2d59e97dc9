import type { SamlCheck, SamlFailure } from '@plimsoll/contracts/single-sign-on/saml-checks';

/** Longest value that is stored of an answer: it is not verified, and anyone may have written it. */
const MAX_VALUE = 500;

const shortened = (value: string | null): string | null =>
  value === null ? null : value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)}…` : value;

/** A failed check of an answer, with the expected and the found value where they help. */
export const failure = (
  check: SamlCheck,
  expected: string | null = null,
  found: string | null = null,
): SamlFailure => ({ check, expected: shortened(expected), found: shortened(found) });

export const isFailure = (value: object): value is SamlFailure => 'check' in value;
