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
  for (const key of Object.keys(object).sort()) {
    if (key === '__proto__' || key === 'toJSON' || MAY_BE_INDEX.test(key) || !key.isWellFormed()) return CANNOT;
    const one = inOrder(object[key]);
    if (one === CANNOT) return CANNOT;
    ordered[key] = one;
  }
  return ordered;
}
