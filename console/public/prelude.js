// Runs before the first paint and any module. A file of its own, since the CSP allows no inline scripts.
(() => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const chosen = stored('plimsoll-colour-scheme');
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // An invitation's link leads to the sign-in page. Its token moves from the address to the history state before
  // anything is shown or sent.
  const codes = new URLSearchParams(location.search);
  const inviteToken = codes.get('inviteToken');
  if (inviteToken) {
    codes.delete('inviteToken');
    history.replaceState({ usr: { inviteToken } }, '', `/signin${codes.size ? `?${codes}` : ''}`);
  }

  // The schema library would otherwise probe for eval, which the CSP refuses and reports.
  globalThis.__zod_globalConfig = { jitless: true };

  // Preloads of each address, from the build (see build/opened-addresses.ts); none in development.
  const { opened = '[]', face } = document.currentScript.dataset;
  const screen = JSON.parse(opened)
    .map(({ address, ...rest }) => ({ ...rest, found: new RegExp(address).exec(location.pathname) }))
    .find(({ found }) => found);

  /** Resolves when the file has loaded or failed. */
  const preload = (attributes) => new Promise((done) => document.head.append(Object.assign(document.createElement('link'), attributes, { onload: done, onerror: done })));

  // API requests go first: they are small, and a browser has few connections. The font goes last, since no screen waits
  // for it; on a fast connection (Mbit/s) it is loaded at once, so that the first text uses it.
  const preloadFace = () => face && void preload({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href: face });
  const isQuick = navigator.connection?.downlink >= 4;
  if (isQuick) preloadFace();
  const load = async () => {
    await Promise.all((screen?.files ?? []).map((file) => preload({ rel: 'modulepreload', href: `/${file}` })));
    if (!isQuick) preloadFace();
  };
  // Nothing is requested during a sign-out.
  if (!screen || stored('plimsoll-signing-out')) return void load();
  const enough = new Promise((resolve) => setTimeout(resolve, 500));
  void Promise.race([askEarly(screen).catch(() => {}), enough]).then(load);

  /** Warms up the formatters while the network is busy: the first date and number take a phone more than 100 ms. */
  function learnToWrite() {
    new Intl.DateTimeFormat('en-CA', { hourCycle: 'h23', day: '2-digit', hour: '2-digit', timeZoneName: 'short' }).format();
    (1_000).toLocaleString('en-CA');
  }

  /** Requests the session, then the first queries of the screen, for src/lib/api/preloaded-responses.ts. */
  async function askEarly({ found, questions }) {
    const asked = (globalThis.__plimsollEarlyAnswers = new Map());
    /** Reads the whole response, since an unread one stays in flight. `then` runs before its consumer gets it. */
    const ask = (line, send, then) => {
      const early = { askedAt: Date.now(), arrivedAt: Infinity };
      early.answer = send().then(async (answer) => {
        early.arrivedAt = Date.now();
        const whole = new Response(answer.status === 204 ? null : await answer.arrayBuffer(), answer);
        if (then && answer.ok) await then(whole.clone()).catch(() => {});
        return whole;
      });
      early.answer.catch(() => {});
      asked.set(line, early);
      return early.answer;
    };
    const refresh = () => {
      const answer = fetch('/api/auth/refresh', { method: 'POST', credentials: 'same-origin' });
      setTimeout(learnToWrite);
      return answer;
    };
    // One tab at a time, as in src/lib/session/session.ts. The program gets the session only after the queries are
    // sent, so that it does not send them too.
    await ask('POST /api/auth/refresh', () => (navigator.locks ? navigator.locks.request('plimsoll-refresh', refresh) : refresh()), askWith);

    async function askWith(session) {
      const { jwt } = await session.json();
      const { sub, organizations } = JSON.parse(atob(jwt.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')));
      const search = new URLSearchParams(location.search);
      const guids = organizations.map(({ organizationGuid }) => organizationGuid);
      // As chooseOrganization in src/lib/session/startup.ts; if the user has to choose, nothing is requested.
      const organizationGuid = guids.length === 1 ? guids[0] : [search.get('organizationGuid'), stored(`plimsoll-organization:${sub}`)].find((guid) => guids.includes(guid));
      if (!organizationGuid) return;
      const values = { ...Object.fromEntries(search), ...found.groups, organizationGuid };
      for (const question of questions) {
        // Further parameters of the address change the query: the screen sends it itself.
        const isWhole = question.always || [...search.keys()].every((name) => name === 'organizationGuid' || question.path.includes(`*${name}*`));
        const path = question.path.replace(/\*(\w+)\*/g, (name, key) => (/^[\w-]+$/.test(values[key] ?? '') ? values[key] : name));
        if (isWhole && !path.includes('*')) void ask(`GET ${path}`, () => fetch(path, { headers: { Authorization: `Bearer ${jwt}` } }));
      }
    }
  }
})();
