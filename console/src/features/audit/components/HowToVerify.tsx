import { useQuery } from '@tanstack/react-query';
import { CopyButton } from '../../../components/CopyButton.tsx';
import { addressOf } from '../../../lib/api/operation.ts';
import { formatInstant } from '../../../lib/format/time.ts';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { publicKeysQuery } from '../api.ts';
import { inGroupsOfFour } from '../labels.ts';
import css from './Audit.module.css';

const commandOf = (fingerprint: string): string => `npm run plimsoll -- audit verify BUNDLE.zip --key ${fingerprint}`;

/** Shows the signing key's fingerprint and how to verify a bundle. */
export function HowToVerify({ timeZone }: { timeZone: string }) {
  const query = useQuery(publicKeysQuery());
  return (
    <QueryView query={query}>
      {({ items }) => {
        const [own, ...former] = items;
        return (
          own && (
            <Stack>
              <Section title="The fingerprint to read out">
                <div className={css.explanation}>
                  <p>
                    Bundles and checkpoints are signed by the key with this fingerprint. Tell it to whoever verifies by
                    another way than the bundle, by phone say. A bundle that somebody else signed is intact too, under
                    another fingerprint.
                  </p>
                  <code className={css.digest} aria-label="Fingerprint">
                    {inGroupsOfFour(own.fingerprint)}
                  </code>
                  <CopyButton text={own.fingerprint} what="Fingerprint" />
                  {former.length > 0 && (
                    <details>
                      <summary>Keys that signed before</summary>
                      <ul>
                        {former.map(({ keyId, fingerprint, to }) => (
                          <li key={keyId}>
                            <code className={css.code}>{inGroupsOfFour(fingerprint)}</code>
                            {to && `, until ${formatInstant(to, timeZone)}`}
                          </li>
                        ))}
                      </ul>
                    </details>
                  )}
                </div>
              </Section>
              <Section title="How to verify a bundle">
                <ol className={css.steps}>
                  <li>
                    <p>
                      Take the verifier: one page that works from a file, without a network.{' '}
                      <a href={addressOf('downloadVerifier')} download="verify.html">
                        Download verify.html
                      </a>
                    </p>
                  </li>
                  <li>
                    <p>
                      Open it, give it the bundle’s ZIP, and wait for its verdict: intact, or the first line that is not
                      as it was written.
                    </p>
                  </li>
                  <li>
                    <p>Compare the fingerprint that it shows with the one above.</p>
                  </li>
                  <li>
                    <p>Or on a command line, which compares it by itself:</p>
                    <code className={css.digest}>{commandOf(own.fingerprint)}</code>
                    <CopyButton text={commandOf(own.fingerprint)} what="Command" />
                  </li>
                </ol>
              </Section>
            </Stack>
          )
        );
      }}
    </QueryView>
  );
}
