import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const hue = (steps: string) => steps.split(' ').map((step) => `#${step}`) as unknown as MantineColorsTuple;

/** The palettes of the look as Mantine's theme; what it draws itself then follows our tokens. */
export const theme = createTheme({
  colors: {
    sea: hue('eff9fd e2f3fa cdeaf7 8fd1f0 66b9df 2096c0 017ba0 026281 004b63 013446'),
    gray: hue('f2f6f8 eaf0f3 e4ebee d5dfe4 a4b2b9 8b9aa2 6f838c 43565f 23363e 0f2128'),
    dark: hue('e8f0f3 cdd9de adbfc7 7d939d 2b414b 1c313b 192c35 0b171d 071218 050d11'),
    green: hue('effaf2 e3f6e9 c6ecd3 b9e8c9 8fdcab 4f9e70 2f8353 1d7443 17613a 0f4025'),
    amber: hue('fff3d9 ffe7b3 ffd378 f8cd52 d79700 b87b07 9b6203 7f4c01 633805 3f2a00'),
    orange: hue('fff5ed fee6d4 ffceaa faad76 ef8f45 d0731f c2551a 903d0a 6e2e0e 331100'),
    red: hue('fff1f0 fee4e2 ffcac6 ff8d86 f67974 e34e4f c53036 9b1620 6d0f17 2b0507'),
  },
  primaryColor: 'sea',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  black: '#0f2128',
  fontFamily: 'var(--font)',
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1rem', lg: '1.125rem', xl: '1.375rem' },
  radius: { xs: '3px', sm: '5px', md: '5px', lg: '10px', xl: '10px' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  breakpoints: { xs: '30em', sm: '48em', md: '64em', lg: '78.8125em', xl: '90em' },
});

const followTokens = {
  '--mantine-color-body': 'var(--page)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-default': 'var(--page)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-anchor': 'var(--link)',
};

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: followTokens, dark: followTokens });
