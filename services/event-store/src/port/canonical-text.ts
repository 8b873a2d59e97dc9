import canonicalize from 'canonicalize';

/** Keys of digits alone may be array indices, which an object keeps in an order of its own. */
const MAY_BE_INDEX = /^\d+$/;

/**
 * The text that RFC 8785 (JSON Canonicalization Scheme) gives a value. Its objects are made anew with their keys in order
 * and written by the platform, which costs half as much as writing them member by member; what the platform would write
 * otherwise is left to the library.
 * @returns undefined for what JSON has no text for. Throws for a number or a text that JSON cannot say (NaN, a lone surrogate).
 */
export function canonicalText(value: unknown): string | undefined {
  const ordered = inOrder(value);
  return ordered === CANNOT ? canonicalize(value) : JSON.stringify(ordered);
}

const CANNOT = Symbol('order cannot be kept');

function inOrder(value: unknown): unknown {
  if (typeof value === 'string') return value.isWellFormed() ? value : CANNOT;
  if (typeof value === 'number') return Number.isFinite(value) ? value : CANNOT;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return itemsInOrder(value);
  const kind: unknown = Object.getPrototypeOf(value);
  return kind === Object.prototype || kind === null ? keysInOrder(value as Record<string, unknown>) : CANNOT;
}

function itemsInOrder(items: readonly unknown[]): unknown {
  const ordered: unknown[] = [];
  for (const item of items) {
    const one = inOrder(item);
    if (one === CANNOT) return CANNOT;
    ordered.push(one);
  }
  return ordered;
}

function keysInOrder(object: Record<string, unknown>): unknown {
  const ordered: Record<string, unknown> = {};
  for (const key of sorted(Object.keys(object))) {
    if (key === '__proto__' || key === 'toJSON' || MAY_BE_INDEX.test(key) || !key.isWellFormed()) return CANNOT;
    const one = inOrder(object[key]);
    if (one === CANNOT) return CANNOT;
    ordered[key] = one;
  }
  return ordered;
}

/** In the order of UTF-16 code units, in place. Objects have few keys, for which this is quicker than the platform's way. */
function sorted(keys: string[]): string[] {
  if (keys.length > 32) return keys.sort();
  for (let at = 1; at < keys.length; at++) {
    const key = keys[at]!;
    let to = at;
    for (; to > 0 && keys[to - 1]! > key; to--) keys[to] = keys[to - 1]!;
    keys[to] = key;
  }
  return keys;
}
