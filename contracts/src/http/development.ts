/** Where `npm run dev` serves the console, from a server of its own. */
export const DEVELOPMENT_CONSOLE_PORT = 5173;
