import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';

const MAX_DEPTH = 32;
const MAX_KEYS = 50_000;

export interface Bounds {
  readonly maxDepth: number;
  readonly maxKeys: number;
}

/**
 * Checks a JSON text for excessive nesting depth or number of keys. It scans the text without building anything and
 * stops at the first excess. Null for a text within the limits.
 */
export function excessOf(
  text: string,
  { maxDepth, maxKeys }: Bounds = { maxDepth: MAX_DEPTH, maxKeys: MAX_KEYS },
): 'DEPTH' | 'KEYS' | null {
  if (!hasMoreThan(text, ['{', '['], maxDepth) && !hasMoreThan(text, [':'], maxKeys)) return null;
  let depth = 0;
  let keys = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 92) index++;
      else if (code === 34) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 91 || code === 123) {
      if (++depth > maxDepth) return 'DEPTH';
    } else if (code === 93 || code === 125) depth--;
    else if (code === 58 && ++keys > maxKeys) return 'KEYS';
  }
  return null;
}

/** Whether the text contains more than `count` of these characters: a fast check that clears most bodies. */
function hasMoreThan(text: string, signs: readonly string[], count: number): boolean {
  let found = 0;
  for (const sign of signs) {
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
      if (++found > count) return true;
    }
  }
  return false;
}

/** Error for an invalid body; `field` is the offending field, if there is one. */
export class MalformedBody extends Error {
  override readonly name = 'MalformedBody';
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

/** Matches keys that may reach an object's prototype, including escaped spellings. */
const REACHING = /__proto__|constructor|\\u00/;

/** The first key that reaches a prototype. */
function reachingKey(parsed: unknown): string | undefined {
  const waiting: unknown[] = [parsed];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (Object.hasOwn(next, '__proto__')) return '__proto__';
    for (const value of Object.values(next)) {
      if (typeof value === 'object' && value !== null) waiting.push(value);
    }
    const { constructor } = Object.hasOwn(next, 'constructor')
      ? (next as { constructor: unknown })
      : { constructor: undefined };
    if (typeof constructor === 'object' && constructor !== null && Object.hasOwn(constructor, 'prototype'))
      return 'constructor';
  }
  return undefined;
}

/**
 * Parses a JSON body; an empty one is undefined.
 * @throws MalformedBody for invalid JSON, excessive depth or number of keys, and keys that reach an object's prototype.
 */
export function parseBody(text: string): unknown {
  if (text.trim() === '') return undefined;
  const excess = excessOf(text);
  if (excess)
    throw new MalformedBody('body', excess === 'DEPTH' ? 'Nests too deeply' : `Has more than ${MAX_KEYS} keys`);
  const parsed = jsonOf(text);
  const suspect = REACHING.test(text) ? reachingKey(parsed) : undefined;
  if (suspect !== undefined) throw new MalformedBody(suspect, fieldTexts.unknown);
  return parsed;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new MalformedBody('body', fieldTexts.notJson);
  }
}
