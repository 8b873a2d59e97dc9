import type { Node } from 'typescript';

export function constant(text: string, name: string): Node | undefined;
export function append(text: string, node: Node, element: string): string;
export function addToCall(
  text: string,
  callee: string,
  property: string,
  entry: string,
  kind?: 'array' | 'object' | 'value',
): string;
export function addImport(text: string, name: string, from: string, isType?: boolean): string;
export function addBefore(text: string, name: string | undefined, statement: string): string;
export function addExportLine(text: string, line: string): string;
