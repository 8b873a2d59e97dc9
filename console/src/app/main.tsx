import '../ui/tokens.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from '../lib/api/query-client.ts';
import { openDrafts } from '../lib/forms/sealed-drafts.ts';
import { followSignIn } from '../lib/session/session.ts';
import { followSignOut } from '../lib/session/sign-out.ts';
import { AppearanceProvider } from '../ui/layout/AppearanceProvider.tsx';
import { FloatingAlerts } from './FloatingAlerts.tsx';
import { SessionExpired } from './SessionExpired.tsx';
import { WhileHere } from './WhileHere.tsx';
import { router } from './router.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('No root element');

openDrafts();
followSignOut();
followSignIn();

createRoot(root).render(
  <StrictMode>
    <AppearanceProvider>
      <QueryClientProvider client={queryClient}>
        <WhileHere>
          <RouterProvider router={router} />
          <SessionExpired />
          <FloatingAlerts />
        </WhileHere>
      </QueryClientProvider>
    </AppearanceProvider>
  </StrictMode>,
);
