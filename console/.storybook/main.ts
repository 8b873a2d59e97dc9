import { join } from 'node:path';
import type { StorybookConfig } from '@storybook/react-vite';

/** The component catalog: every component of `src/ui` with its states. It asks nothing of the internet. */
export default {
  framework: {
    name: '@storybook/react-vite',
    options: { builder: { viteConfigPath: join(import.meta.dirname, 'vite.config.ts') } },
  },
  stories: ['../src/ui/**/*.stories.tsx'],
  core: {
    disableTelemetry: true,
    disableWhatsNewNotifications: true,
    enableCrashReports: false,
    disableProjectJson: true,
  },
  // The page's own colours are the background.
  features: { backgrounds: false, sidebarOnboardingChecklist: false, menuOnboardingChecklist: false },
} satisfies StorybookConfig;
