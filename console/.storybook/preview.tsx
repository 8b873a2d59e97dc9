import '../src/ui/tokens.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Decorator, Preview } from '@storybook/react-vite';
import { useLayoutEffect, useState, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { AppearanceProvider } from '../src/ui/layout/AppearanceProvider.tsx';
import { chooseColourScheme, type ColourScheme } from '../src/ui/layout/colour-scheme.ts';

// The face of every screen after the first: a catalog waits for it instead of showing the fallback.
document.documentElement.dataset.face = 'arrived';
document.documentElement.lang = 'en-CA';

/** The providers of the product's `main.tsx`, with a router and a query client that know no network. */
function Providers({ scheme, address, children }: { scheme: ColourScheme; address: string; children: ReactNode }) {
  const [queryClient] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  useLayoutEffect(() => chooseColourScheme(scheme), [scheme]);
  return (
    <AppearanceProvider>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
      </QueryClientProvider>
    </AppearanceProvider>
  );
}

const withProviders: Decorator = (Story, { id, globals, parameters }) => (
  <Providers
    key={id}
    scheme={globals.theme as ColourScheme}
    address={(parameters.address as string | undefined) ?? '/'}
  >
    <Story />
  </Providers>
);

export default {
  decorators: [withProviders],
  initialGlobals: { theme: 'auto' },
  globalTypes: {
    theme: {
      description: 'Colour scheme',
      toolbar: {
        title: 'Theme',
        icon: 'mirror',
        dynamicTitle: true,
        items: [
          { value: 'light', title: 'Light', icon: 'sun' },
          { value: 'dark', title: 'Dark', icon: 'moon' },
          { value: 'auto', title: 'As the system', icon: 'browser' },
        ],
      },
    },
  },
  parameters: {
    layout: 'padded',
    controls: { disableSaveFromUI: true },
    options: { storySort: { method: 'alphabetical' } },
  },
} satisfies Preview;
