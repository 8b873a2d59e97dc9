import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import './tokens.css';
import './base.css';
import { localStorageColorSchemeManager, MantineProvider, useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { cssVariables, theme } from './theme.ts';

const remembered = localStorageColorSchemeManager({ key: 'plimsoll-colour-scheme' });

/** Gives everything below it the look; the colour scheme follows the system until the person chooses one. */
export function AppearanceProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} colorSchemeManager={remembered} defaultColorScheme="auto" withGlobalClasses={false}>
      {children}
    </MantineProvider>
  );
}

export type ColourScheme = 'auto' | 'light' | 'dark';

/** The person's colour scheme and how to change it. */
export function useColourScheme(): { scheme: ColourScheme; choose: (scheme: ColourScheme) => void } {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return { scheme: colorScheme, choose: setColorScheme };
}
