import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto');
const font = (name: string): string => join(fonts, `Roboto-${name}.ttf`);

pdfmake.setFonts({ Roboto: { normal: font('Regular'), bold: font('Medium'), italics: font('Italic'), bolditalics: font('MediumItalic') } });
// What a document says fetches nothing, from the network or from this machine.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path: string) => path.startsWith(fonts));

/** Makes a document. Its words are as they were given: what a reader cannot draw is left to the reader. */
export const pdfOf = (document: TDocumentDefinitions): Promise<Buffer> => pdfmake.createPdf(document).getBuffer();
