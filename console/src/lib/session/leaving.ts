let isLeaving = false;
// A page that comes back as it was left has not been left any more.
addEventListener('pageshow', () => (isLeaving = false));

/** Leaves for another page, which begins anew. What this one is told until it is gone takes nobody elsewhere. */
export function leaveFor(address: string): void {
  isLeaving = true;
  location.assign(address);
}

/** The same for whoever is not on their way already. */
export function leaveUnlessLeaving(address: string): void {
  if (!isLeaving) leaveFor(address);
}
