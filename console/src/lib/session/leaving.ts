let isLeaving = false;
// A page restored from the back/forward cache is not being left any more.
addEventListener('pageshow', () => (isLeaving = false));

/** Loads another page. Until this one is unloaded, `leaveUnlessLeaving` does nothing. */
export function leaveFor(address: string): void {
  isLeaving = true;
  location.assign(address);
}

/** Loads another page unless one is already being loaded. */
export function leaveUnlessLeaving(address: string): void {
  if (!isLeaving) leaveFor(address);
}
