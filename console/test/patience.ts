import { configure } from '@testing-library/react';

// A busy machine is slow; elements that never appear still fail.
configure({ asyncUtilTimeout: 10_000 });

declare const globalThis: { IS_REACT_ACT_ENVIRONMENT: boolean };

// Updates outside of act are normal here, as in a browser, and each test waits for what it looks for. React would log a
// long warning for each of them.
beforeAll(() => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
});
