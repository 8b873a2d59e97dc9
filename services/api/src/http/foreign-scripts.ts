/** Scripts of others that an operator has pages load: a support chat, when somebody asks for help, and one that counts visits, with every page. */
export interface ForeignScripts {
  /** An address by https. */
  readonly chat?: string | undefined;
  readonly analytics?: string | undefined;
}

/** Where they come from; pages may load from there, and talk to it. */
export const originsOf = ({ chat, analytics }: ForeignScripts): readonly string[] => [...new Set([chat, analytics].filter((url) => url !== undefined).map((url) => new URL(url).origin))];

const quoted = (address: string): string => new URL(address).href.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The console's page with them: the chat's address, for whoever asks for help, and the script that counts visits. */
export function withForeignScripts(page: string, { chat, analytics }: ForeignScripts): string {
  const added = [chat && `<meta name="plimsoll-chat" content="${quoted(chat)}">`, analytics && `<script async src="${quoted(analytics)}"></script>`].filter(Boolean);
  return page.replace('</head>', () => `${added.join('')}</head>`);
}
