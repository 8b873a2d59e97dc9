import Bowser from 'bowser';

/** Longer ones are nobody's browser. */
const MOST_CHARACTERS = 512;

const browsers: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));
const systems: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP));

/** What a browser says it is, in words that a person knows it by: 'Firefox on Windows'. Null for what is none of the known ones: any text may stand there. */
export function deviceNameOf(userAgent: string | undefined): string | null {
  if (!userAgent || userAgent.length > MOST_CHARACTERS) return null;
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name === undefined || !browsers.has(browser.name)) return null;
  return os.name !== undefined && systems.has(os.name) ? `${browser.name} on ${os.name}` : browser.name;
}
