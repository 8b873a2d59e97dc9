// Runs before the first paint and before any module. A file of its own, so that no inline script has to be allowed.
(() => {
  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const chosen = kept('plimsoll-colour-scheme');
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // The link of an invitation leads to the sign-in page. Its token leaves the address before anything is shown or sent, and goes on in the browser's own entry.
  const codes = new URLSearchParams(location.search);
  const inviteToken = codes.get('inviteToken');
  if (inviteToken) {
    codes.delete('inviteToken');
    history.replaceState({ usr: { inviteToken } }, '', `/signin${codes.size ? `?${codes}` : ''}`);
  }

  // The schema library would otherwise probe for eval, which the content security policy refuses and reports.
  globalThis.__zod_globalConfig = { jitless: true };

  // What the build knows of addresses (see build/opened-addresses.ts); nothing while developing.
  const { opened = '[]', face } = document.currentScript.dataset;
  const screen = JSON.parse(opened)
    .map(({ address, ...rest }) => ({ ...rest, found: new RegExp(address).exec(location.pathname) }))
    .find(({ found }) => found);

  /** Done when it has come, or cannot. */
  const preload = (attributes) => new Promise((done) => document.head.append(Object.assign(document.createElement('link'), attributes, { onload: done, onerror: done })));

  // The questions go first: they are small, and a browser has few connections. The face goes last, for no screen waits for it;
  // on a line that is known to be quick (Mbit/s) it comes at once, so that the first words are written in it.
  const preloadFace = () => face && void preload({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href: face });
  const isQuick = navigator.connection?.downlink >= 4;
  if (isQuick) preloadFace();
  const load = async () => {
    await Promise.all((screen?.files ?? []).map((file) => preload({ rel: 'modulepreload', href: `/${file}` })));
    if (!isQuick) preloadFace();
  };
  // Nobody's who is signing out.
  if (!screen || kept('plimsoll-signing-out')) return void load();
  const enough = new Promise((resolve) => setTimeout(resolve, 500));
  void Promise.race([askEarly(screen).catch(() => {}), enough]).then(load);

  /** A browser writes its first day and its first number slowly, a phone in more than 100 ms. While it waits for the line it has the time. */
  function learnToWrite() {
    new Intl.DateTimeFormat('en-CA', { hourCycle: 'h23', day: '2-digit', hour: '2-digit', timeZoneName: 'short' }).format();
    (1_000).toLocaleString('en-CA');
  }

  /** Asks for the session, and with it for what the console and the screen ask first. src/lib/api/preloaded-responses.ts takes the answers. */
  async function askEarly({ found, questions }) {
    const asked = (globalThis.__plimsollEarlyAnswers = new Map());
    /** Brings an answer whole: one that nobody takes would stay under way for ever. `then` goes before whoever takes it. */
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
    // One tab at a time, as src/lib/session/session.ts has it. The program gets it when the questions are asked, so that it does not ask them too.
    await ask('POST /api/auth/refresh', () => (navigator.locks ? navigator.locks.request('plimsoll-refresh', refresh) : refresh()), askWith);

    async function askWith(session) {
      const { jwt } = await session.json();
      const { sub, organizations } = JSON.parse(atob(jwt.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')));
      const search = new URLSearchParams(location.search);
      const guids = organizations.map(({ organizationGuid }) => organizationGuid);
      // As chooseOrganization in src/lib/session/startup.ts has it; where the person has to choose, nothing is asked.
      const organizationGuid = guids.length === 1 ? guids[0] : [search.get('organizationGuid'), kept(`plimsoll-organization:${sub}`)].find((guid) => guids.includes(guid));
      if (!organizationGuid) return;
      const values = { ...Object.fromEntries(search), ...found.groups, organizationGuid };
      for (const question of questions) {
        // What the address says beyond it changes the question: the screen asks that itself.
        const isWhole = question.always || [...search.keys()].every((name) => name === 'organizationGuid' || question.path.includes(`*${name}*`));
        const path = question.path.replace(/\*(\w+)\*/g, (name, key) => (/^[\w-]+$/.test(values[key] ?? '') ? values[key] : name));
        if (isWhole && !path.includes('*')) void ask(`GET ${path}`, () => fetch(path, { headers: { Authorization: `Bearer ${jwt}` } }));
      }
    }
  }
})();
