/**
 * Done once the browser has painted what stands on the page now: what is read below the first words is asked for after
 * them, and takes nothing of their line. A page out of sight paints nothing, and waits for nothing.
 */
export function afterPaint(): Promise<void> {
  return new Promise((done) => {
    if (document.visibilityState === 'hidden') return done();
    // The first frame draws it; when the second one begins, it has been.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
  });
}
