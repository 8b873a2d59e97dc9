import { configure } from '@testing-library/react';

// A busy machine is slow; what never comes still fails.
configure({ asyncUtilTimeout: 10_000 });

declare const globalThis: { IS_REACT_ACT_ENVIRONMENT: boolean };

// What a page shows comes when it comes, as in a browser, and each test waits for what it looks for. React would warn of
// everything that comes meanwhile, a page of words for each.
beforeAll(() => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
});
