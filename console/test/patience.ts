import { configure } from '@testing-library/react';

// A busy machine is slow; what never comes still fails.
configure({ asyncUtilTimeout: 10_000 });
