// Runs before the first paint and before any module. A file of its own, so that no inline script has to be allowed.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem('plimsoll-colour-scheme');
  } catch {}
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // The schema library would otherwise probe for eval, which the content security policy refuses and reports.
  globalThis.__zod_globalConfig = { jitless: true };
})();
