import '@mantine/core/styles/baseline.layer.css';
import '../tokens.css';
import '../mantine-variables.css';
import '../base.css';
import { MantineContext, MantineThemeContext, type MantineTheme } from '@mantine/core';
import { useMemo, useSyncExternalStore, type ContextType, type ReactNode } from 'react';
import { chooseColourScheme, colourScheme, followColourScheme } from './colour-scheme.ts';

/**
 * The part of a theme that dialogs, menus and popovers read. Their colours and sizes are our own variables
 * (mantine-variables.css); a full theme would write some 400 of them into every page before its first paint.
 */
const theme = {
  components: {},
  focusRing: 'auto',
  focusClassName: '',
  activeClassName: 'mantine-active',
  respectReducedMotion: true,
  breakpoints: { xs: '30em', sm: '48em', md: '64em', lg: '78.8125em', xl: '90em' },
} as Partial<MantineTheme> as MantineTheme;

const ofLibrary: Omit<NonNullable<ContextType<typeof MantineContext>>, 'colorScheme'> = {
  setColorScheme: chooseColourScheme,
  clearColorScheme: () => chooseColourScheme('auto'),
  getRootElement: () => document.documentElement,
  classNamesPrefix: 'mantine',
  cssVariablesSelector: ':root',
  withStaticClasses: true,
};

/** Provides the theme to everything below it; the colour scheme follows the system until the user chooses one. */
export function AppearanceProvider({ children }: { children: ReactNode }) {
  const colorScheme = useSyncExternalStore(followColourScheme, colourScheme);
  return (
    <MantineContext value={useMemo(() => ({ ...ofLibrary, colorScheme }), [colorScheme])}>
      <MantineThemeContext value={theme}>{children}</MantineThemeContext>
    </MantineContext>
  );
}
