export { silentServer } from '../../reactors/test/mail-server.ts';
