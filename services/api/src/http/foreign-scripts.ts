/**
 * Third-party scripts that an operator configures: a support chat, loaded on demand, and analytics, loaded with every
 * page.
 */
export interface ForeignScripts {
  /** An https URL. */
  readonly chat?: string | undefined;
  readonly analytics?: string | undefined;
}

/** Origins of the scripts; pages may load from them and connect to them. */
export const originsOf = ({ chat, analytics }: ForeignScripts): readonly string[] => [
  ...new Set([chat, analytics].filter((url) => url !== undefined).map((url) => new URL(url).origin)),
];

/** Third-party origins that the Content-Security-Policy allows. */
export interface AdmittedOrigins {
  readonly scripts: readonly string[];
  readonly pictures: readonly string[];
  readonly talks: readonly string[];
  readonly frames: readonly string[];
}

export const nowhere: AdmittedOrigins = { scripts: [], pictures: [], talks: [], frames: [] };

/** Origins of Stripe's card form and of bank authentication, as its documentation lists them. */
const ofStripe: AdmittedOrigins = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  pictures: ['https://*.stripe.com'],
  talks: ['https://api.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

/** All third-party origins: those of the operator's scripts and, where Stripe takes payments, Stripe's. */
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

/** Adds the scripts to the console's page: the chat's URL as metadata, and the analytics script. */
export function withForeignScripts(page: string, { chat, analytics }: ForeignScripts): string {
  const added = [
    chat && `<meta name="plimsoll-chat" content="${quoted(chat)}">`,
    analytics && `<script async src="${quoted(analytics)}"></script>`,
  ].filter(Boolean);
  return page.replace('</head>', () => `${added.join('')}</head>`);
}
