import type { Plugin } from 'postcss';

export function typeInRem(): Plugin;
