import canonicalize from 'canonicalize';

/** Names of digits only may be array indices, which objects order numerically. */
const MAY_BE_INDEX = /^\d+$/;

/**
 * Returns the RFC 8785 (JSON Canonicalization Scheme) text of a value. Objects are copied with sorted keys and written
 * by JSON.stringify, at half the cost of writing them member by member. Values that JSON.stringify would write
 * differently go to the library.
 * @returns undefined for a value that JSON cannot represent.
 * @throws for a number or a text that JSON cannot represent (NaN, a lone surrogate).
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

/** Sorts keys in place by UTF-16 code units. Insertion sort, since objects have few keys. */
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
