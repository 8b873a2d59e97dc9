export { readAll } from '../../api/test/spreadsheets/read-all.ts';
