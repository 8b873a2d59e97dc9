import canonicalize from 'canonicalize';

/** Keys that begin with a digit may be array indices, which an object keeps in an order of its own. */
const MAY_BE_INDEX = /^[0-9]/;

/**
 * RFC 8785 text of something that was read from JSON. Its objects are made anew with their keys in order and written by
 * the platform, which costs half as much as writing them member by member.
 */
export function canonicalText(value: unknown): string | undefined {
  const ordered = inOrder(value);
  return ordered === CANNOT ? canonicalize(value) : JSON.stringify(ordered);
}

const CANNOT = Symbol('order cannot be kept');

function inOrder(value: unknown): unknown {
  if (typeof value === 'string') return value.isWellFormed() ? value : CANNOT;
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? itemsInOrder(value) : keysInOrder(value as Record<string, unknown>);
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
