/** Names that generated files use, derived from what was typed. All words are lower case, joined by hyphens. */

export const isKebab = (name) => /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name);

export const pascal = (name) => name.replace(/(?:^|-)([a-z0-9])/g, (_, letter) => letter.toUpperCase());
export const camel = (name) => pascal(name).replace(/^./, (letter) => letter.toLowerCase());
/** `vendor-list` as people read it: `Vendor list`. */
export const sentence = (name) => name.replace(/-/g, ' ').replace(/^./, (letter) => letter.toUpperCase());
export const snake = (name) => name.replace(/-/g, '_');

const irregular = {
  begin: 'began',
  choose: 'chosen',
  find: 'found',
  give: 'given',
  hold: 'held',
  keep: 'kept',
  let: 'let',
  make: 'made',
  pay: 'paid',
  put: 'put',
  read: 'read',
  send: 'sent',
  set: 'set',
  take: 'taken',
  withdraw: 'withdrawn',
};

/** Verbs whose last consonant is doubled: the last syllable is stressed. */
const doubled = /^(?:admit|cancel|commit|drop|equip|plan|prefer|refer|stop|submit|transfer)$/;

/** The past participle of a verb: `approve` gives `approved`. */
export function past(verb) {
  if (irregular[verb]) return irregular[verb];
  if (verb.endsWith('e')) return `${verb}d`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`;
  return doubled.test(verb) ? `${verb}${verb.at(-1)}ed` : `${verb}ed`;
}

/** The plural of a noun: `company` gives `companies`. */
export function plural(noun) {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}
