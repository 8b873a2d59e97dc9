export function isKebab(name: string): boolean;
export function pascal(name: string): string;
export function camel(name: string): string;
export function sentence(name: string): string;
export function snake(name: string): string;
export function past(verb: string): string;
export function plural(noun: string): string;
