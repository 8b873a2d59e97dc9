const DEEPEST = 32;

/** Whether a JSON text nests deeper than anything that the API takes. Looks at the text alone, before anything is built from it. */
export function isTooDeep(text: string, deepest = DEEPEST): boolean {
  if (!opensMoreThan(text, deepest)) return false;
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 92) index++;
      else if (code === 34) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 91 || code === 123) {
      if (++depth > deepest) return true;
    } else if (code === 93 || code === 125) depth--;
  }
  return false;
}

/** Whether there are more opening brackets than that: without them there is no such depth, and most bodies have few. */
function opensMoreThan(text: string, count: number): boolean {
  let found = 0;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      if (++found > count) return true;
    }
  }
  return false;
}

/** Why a body is not taken; `field` is named where one is to blame. */
export class MalformedBody extends Error {
  override readonly name = 'MalformedBody';
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Reads a JSON body; an empty one is undefined.
 * @throws MalformedBody for text that is not JSON, nests too deeply, or holds keys that reach for an object's prototype.
 */
export function parseBody(text: string): unknown {
  if (text.trim() === '') return undefined;
  if (isTooDeep(text)) throw new MalformedBody('body', 'Nests too deeply');
  let suspect: string | undefined;
  const mayReach = text.includes('__proto__') || text.includes('constructor') || text.includes('\\u');
  try {
    const parsed: unknown = mayReach
      ? JSON.parse(text, function (this: unknown, key, value: unknown) {
          if (key === '__proto__' || (key === 'constructor' && typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype'))) suspect = key;
          return value;
        })
      : JSON.parse(text);
    if (suspect !== undefined) throw new MalformedBody(suspect, 'This is not known here');
    return parsed;
  } catch (fault) {
    throw fault instanceof MalformedBody ? fault : new MalformedBody('body', 'Is not JSON');
  }
}
