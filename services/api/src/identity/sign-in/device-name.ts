import Bowser from 'bowser';

/** No browser's user agent is longer. */
const MAX_CHARACTERS = 512;

const browsers: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));
const systems: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP));

/** Readable name of a browser: 'Firefox on Windows'. Null for unknown ones, since a user agent may contain any text. */
export function deviceNameOf(userAgent: string | undefined): string | null {
  if (!userAgent || userAgent.length > MAX_CHARACTERS) return null;
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name === undefined || !browsers.has(browser.name)) return null;
  return os.name !== undefined && systems.has(os.name) ? `${browser.name} on ${os.name}` : browser.name;
}
