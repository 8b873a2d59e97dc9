import type { Channel } from '@plimsoll/contracts/integration/channel';
import css from './Integration.module.css';
import { levelExample } from './level-example.ts';

/** Example of the event that a channel sends, for an invented report. */
export function LevelExample(channel: Channel) {
  return (
    <details>
      <summary style={{ minHeight: 44, paddingBlock: 11, color: 'var(--link)', cursor: 'pointer' }}>
        What that looks like
      </summary>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long example scrolls, and the keyboard has to reach it */}
      <pre className={css.example} role="group" aria-label="An example of what is told" tabIndex={0}>
        {JSON.stringify(levelExample(channel, location.origin), null, 2)}
      </pre>
    </details>
  );
}
