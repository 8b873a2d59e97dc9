/** Scripts of others that an operator has pages load: a support chat, when somebody asks for help, and one that counts visits, with every page. */
export interface ForeignScripts {
  /** An address by https. */
  readonly chat?: string | undefined;
  readonly analytics?: string | undefined;
}

/** Where they come from; pages may load from there, and talk to it. */
export const originsOf = ({ chat, analytics }: ForeignScripts): readonly string[] => [
  ...new Set([chat, analytics].filter((url) => url !== undefined).map((url) => new URL(url).origin)),
];

/** From where pages may load what, besides the product's own. */
export interface AdmittedOrigins {
  readonly scripts: readonly string[];
  readonly pictures: readonly string[];
  readonly talks: readonly string[];
  readonly frames: readonly string[];
}

export const nowhere: AdmittedOrigins = { scripts: [], pictures: [], talks: [], frames: [] };

/** Where the form for cards comes from, and the questions of banks, as Stripe names them. */
const ofStripe: AdmittedOrigins = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  pictures: ['https://*.stripe.com'],
  talks: ['https://api.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

/** All that pages may load from: where an operator's scripts are from and, where Stripe takes payments, its own. */
export function admittedOrigins(foreign: ForeignScripts, paysByStripe: boolean): AdmittedOrigins {
  const [own, stripe] = [originsOf(foreign), paysByStripe ? ofStripe : nowhere];
  return {
    scripts: [...own, ...stripe.scripts],
    pictures: [...own, ...stripe.pictures],
    talks: [...own, ...stripe.talks],
    frames: [...own, ...stripe.frames],
  };
}

const quoted = (address: string): string => new URL(address).href.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The console's page with them: the chat's address, for whoever asks for help, and the script that counts visits. */
export function withForeignScripts(page: string, { chat, analytics }: ForeignScripts): string {
  const added = [
    chat && `<meta name="plimsoll-chat" content="${quoted(chat)}">`,
    analytics && `<script async src="${quoted(analytics)}"></script>`,
  ].filter(Boolean);
  return page.replace('</head>', () => `${added.join('')}</head>`);
}
