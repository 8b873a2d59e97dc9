import type { BundledPersonalData } from '@plimsoll/contracts/audit/bundle-events';

const withKeys = `This bundle has keys (keys.ndjson) that open the personal data in it: keep it like the people's own files. What no key
opens was erased before the bundle was made, and reads "erased".`;
const withoutKeys = 'The personal data in this bundle are sealed, and it has no keys for them.';

/** README of an audit bundle. */
export const bundleReadme = (
  organizationName: string,
  personalData: BundledPersonalData,
): string => `Audit bundle of ${organizationName}

What it is
  A part of the event log of this organization: every change that was made, in order, chained by SHA-256 and signed by
  Ed25519. Whoever verifies it needs neither the system that made it nor a network.

How to verify it
  1. Take the verifier from elsewhere than from this file: from GET /api/audit/verifier of the installation, or from
     somebody whom you trust. A verifier that came with what it verifies proves nothing by itself.
  2. Open verify.html in a browser, and give it the ZIP. Or: npm run plimsoll -- audit verify FILE --key FINGERPRINT
  3. Compare the fingerprint of the key that it shows with the one that the organization has told you by another way
     (GET /api/audit/public-keys has it too). Anybody may sign with a key of their own; the fingerprint alone says whose it is.
  With checkpoints that you have kept from earlier, give them too (--checkpoints FILE): they show that nothing was written
  anew since.

What is in it
  manifest.json       what the bundle is, and the size and SHA-256 of every other file
  manifest.sig        the signature of the manifest
  events.ndjson       a line for each event, in the order of the log
  checkpoints.ndjson  signed statements of where the log stood
  forms/              the forms that events were reported by
  keys.ndjson         keys of personal data, where they were asked for, with attachments/ beside it

What is left out
  Where records were left out, their lines hold the position, two digests and the hash alone: the chain goes on
  through them, and they tell of themselves that they are there, and no more.

Personal data
  ${personalData === 'WITH_KEYS' ? withKeys.replaceAll('\n', '\n  ') : withoutKeys}
`;
